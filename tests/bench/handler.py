# SPDX-License-Identifier: ISC
"""A handler of the same duties as one writes it in a day, for comparison.

    handler.py HOME setup N     N games between fred and wilma; prints the address to answer
                                to for each
    handler.py HOME < letter    one letter with a move

As the server does, it reads a letter as MIME, cuts the quoted text off, looks its digest up,
proves the sender by a keyed hash in the address written to, plays the move on the board that
it has, writes inbox, move, game and two letters to send in one transaction, and then the
letters into Maildirs, on the disk before it says so.  It has no referee (any move of one's
own piece will do), no clocks, guards, HTML, languages or commands, and reads strangers'
letters in the same process.
"""
import email
import email.message
import email.policy
import email.utils
import hashlib
import hmac
import os
import re
import sqlite3
import sys
import time

SCHEMA = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS player (id INTEGER PRIMARY KEY, userid TEXT, address TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS game (id INTEGER PRIMARY KEY, red INTEGER, green INTEGER,
    board TEXT, length INTEGER);
CREATE TABLE IF NOT EXISTS ply (game INTEGER, ply INTEGER, move TEXT, received INTEGER,
    PRIMARY KEY (game, ply));
CREATE TABLE IF NOT EXISTS inbox (id INTEGER PRIMARY KEY, digest TEXT UNIQUE, sender TEXT,
    taken INTEGER);
CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY, message_id TEXT UNIQUE,
    letter INTEGER, recipient TEXT, bytes BLOB, sent INTEGER);
"""
START = ("RHEAKAEHR" "........." ".C.....C." "S.S.S.S.S" "........." "........."
         "s.s.s.s.s" ".c.....c." "........." "rheakaehr")
MOVE = re.compile(r"([A-I])(10|[1-9])-([A-I])(10|[1-9])$", re.IGNORECASE)


def token(key, game, player, ply):
    text = f"{game}.{player}.{ply}"
    return f"{text}.{hmac.new(key, text.encode(), 'sha256').hexdigest()[:20]}"


def new_text(letter):
    part = letter.get_body(preferencelist=("plain", "html"))
    lines = []
    for line in part.get_content().splitlines():
        if line.startswith(">") or re.match(r"On .* wrote:$", line):
            break
        lines.append(line.strip())
    return lines


def draw(board):
    rows = [f"{y + 1:2} " + "--".join(board[9 * y:9 * y + 9]) for y in range(9, -1, -1)]
    return "\n   |  |  |  |  |  |  |  |  |\n".join(rows) + "\n   A  B  C  D  E  F  G  H  I\n"


def play(board, red_moves, text):
    found = MOVE.match(text)
    if not found:
        return None
    start = 9 * (int(found[2]) - 1) + ord(found[1].upper()) - ord("A")
    end = 9 * (int(found[4]) - 1) + ord(found[3].upper()) - ord("A")
    if not board[start].isalpha() or board[start].isupper() != red_moves:
        return None
    squares = list(board)
    squares[end], squares[start] = squares[start], "."
    return "".join(squares)


def compose(key, game, ply, player, userid, address, moves, board, words):
    letter = email.message.EmailMessage()
    letter["From"] = "Handler <xiangqi@localhost>"
    letter["To"] = f"{userid} <{address}>"
    letter["Reply-To"] = f"xiangqi+{token(key, game, player, ply)}@localhost"
    letter["Subject"] = f"Xiangqi Board {game}: fred - wilma"
    letter["Message-ID"] = f"<{game}.{ply}.{player}@localhost>"
    letter["Date"] = email.utils.formatdate()
    letter.set_content(f"Summary of Xiangqi Board {game}\n\n{moves}\n\n{draw(board)}\n{words}\n")
    return letter


def deliver(home, recipient, number, data):
    folder = os.path.join(home, "out", recipient)
    for name in ("tmp", "new", "cur"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    path = os.path.join(folder, "tmp", str(number))
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.rename(path, os.path.join(folder, "new", str(number)))
    directory = os.open(os.path.join(folder, "new"), os.O_RDONLY)
    os.fsync(directory)
    os.close(directory)


def handle(home, database, key, data):
    letter = email.message_from_bytes(data, policy=email.policy.default)
    digest = hashlib.sha256(data).hexdigest()
    sender = letter["From"].addresses[0].addr_spec
    given = letter["To"].addresses[0].username.partition("+")[2]
    game, player, ply = (int(part) for part in given.split(".")[:3])
    if not hmac.compare_digest(given, token(key, game, player, ply)):
        return "no proof"
    database.execute("BEGIN IMMEDIATE")
    if database.execute("SELECT 1 FROM inbox WHERE digest = ?", (digest,)).fetchone():
        return "known"
    row = database.execute("SELECT id FROM player WHERE address = ?", (sender,)).fetchone()
    red, green, board, length = database.execute(
        "SELECT red, green, board, length FROM game WHERE id = ?", (game,)).fetchone()
    if row != (player,) or (red, green)[length % 2] != player or ply != length:
        return "not his turn"
    lines = new_text(letter)
    after = play(board, length % 2 == 0, lines[0])
    if after is None:
        return "no move"
    now = int(time.time())
    inbox = database.execute("INSERT INTO inbox (digest, sender, taken) VALUES (?, ?, ?)",
                             (digest, sender, now)).lastrowid
    database.execute("INSERT INTO ply VALUES (?, ?, ?, ?)", (game, length + 1, lines[0], now))
    database.execute("UPDATE game SET board = ?, length = ? WHERE id = ?",
                     (after, length + 1, game))
    moves = "\n".join(f"{n} {move}" for n, move in database.execute(
        "SELECT ply, move FROM ply WHERE game = ? ORDER BY ply", (game,)))
    waiting = []
    for reader in (red, green):
        userid, address = database.execute(
            "SELECT userid, address FROM player WHERE id = ?", (reader,)).fetchone()
        answer = compose(key, game, length + 1, reader, userid, address, moves, after,
                         "\n".join(lines[1:]))
        sent = answer.as_bytes()
        number = database.execute(
            "INSERT INTO outbox (message_id, letter, recipient, bytes, sent) VALUES"
            " (?, ?, ?, ?, 0)", (answer["Message-ID"], inbox, address, sent)).lastrowid
        waiting.append((number, address, sent))
    database.execute("COMMIT")
    for number, address, sent in waiting:
        deliver(home, address, number, sent)
    database.execute("BEGIN IMMEDIATE")
    for number, _, _ in waiting:
        database.execute("UPDATE outbox SET sent = ? WHERE id = ?", (now, number))
    database.execute("COMMIT")
    return "done"


def main():
    home = sys.argv[1]
    database = sqlite3.connect(os.path.join(home, "handler.sqlite"), isolation_level=None)
    database.execute("PRAGMA synchronous = FULL")
    with open(os.path.join(home, "key"), "rb") as file:
        key = file.read()
    if len(sys.argv) > 3:
        database.executescript(SCHEMA)
        database.execute("INSERT INTO player VALUES (1, 'fred', 'fred@a.test')")
        database.execute("INSERT INTO player VALUES (2, 'wilma', 'wilma@b.test')")
        for game in range(1, int(sys.argv[3]) + 1):
            database.execute("INSERT INTO game VALUES (?, 1, 2, ?, 0)", (game, START))
            print(f"xiangqi+{token(key, game, 1, 0)}@localhost")
        return
    print(handle(home, database, key, sys.stdin.buffer.read()))


main()
