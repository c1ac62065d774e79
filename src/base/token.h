/* SPDX-License-Identifier: ISC */
/*
 * Signed tokens, codes, passwords (all by libsodium).
 *
 * A token stands in the Reply-To address of a letter, `name+TOKEN@domain`, and
 * proves that whoever answers has received that letter.  It says in clear which
 * player, game, purpose and turn it was made for, and carries 96 bits of keyed
 * hash over them; lower-case base32, read without regard to case.  Keys are
 * numbered; the last two count (riverpost-commands(7)).
 */
#ifndef BASE_TOKEN_H
#define BASE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

#define TOKEN_SIZE         56 /* characters of the longest token, with its NUL */
#define PASSWORD_HASH_SIZE 128

/* What a token is for; stored in letters that are months old: never renumber. */
enum token_purpose {
	TOKEN_GAME = 1,    /* an answer to a letter of a game */
	TOKEN_ACCOUNT = 2, /* an answer to any other letter to a player */
	TOKEN_CONFIRM = 3, /* an answer to a confirmation; `game` is its number */
	TOKEN_BOUNCE = 4,  /* the envelope sender; `game` is the outbox row */
	/* 5 was an answer to a challenge */
	TOKEN_MESSAGE = 6, /* inside our Message-IDs, for answers without Reply-To */
	TOKEN_SELF = 7,    /* the doctor's letter; `game` is the visit, `turn` which one */
	TOKEN_LIST = 8,    /* an answer to a letter that lists boards; `game` is whose letter it
			    * is besides, or 0, and `made` the list's number (store/lists.h) */
	TOKEN_PUZZLE = 9,  /* an answer to a puzzle; `game` is its number and which of its moves
			    * was asked for (cmd/cmd-puzzle.c) */
};

/* What a letter asks of its reader, or who speaks in it; never renumber. */
enum token_asks {
	ASKS_NOTHING = 0,
	ASKS_CHALLENGE = 1, /* a game: whether he plays it */
	ASKS_DRAW = 2,      /* … whether it is drawn */
	ASKS_UNDO = 3,      /* … whether moves are taken back */
	ASKS_TWO = 4,       /* … both of that, or something else as well */
	ASKS_MEANT = 5,     /* whether he means the commands of a confirmation */
	ASKS_WORDS = 6,     /* nothing: it carries words, of this player, or of the game's other */
	ASKS_MOVE = 7       /* whether he plays the move that he has submitted */
};

#define TWO_WITH_WORDS 1 /* it carries words of the player whose offer is open */

struct token {
	enum token_purpose purpose;
	int64_t player;
	int64_t game;
	/* The turn of the game that the letter is about (game/game.h).  TOKEN_ACCOUNT, _PUZZLE: the
	 * day on which it was written, since 1970; 0 in those of old.  Else 0. */
	int32_t turn;
	int64_t made; /* the time for which it was made; 0: it does not say */
	/* In addresses: what its letter asks, so that a bare yes or words can answer it. */
	enum token_asks asks;
	int64_t asked; /* … the confirmation's number, the player's, or the move (move_to_number);
			* of ASKS_TWO 0 or TWO_WITH_WORDS */
};

/* Up to two keys; number 0 means "none".  The first is used for new tokens. */
struct keys {
	uint8_t number[2];
	uint8_t key[2][32];
};

/* Called once by main before anything else here. */
int token_setup(struct err *err);
/* Reads the key file, making it (mode 0600, fsynced) if it is missing. */
int keys_load(struct keys *keys, const char *path, struct err *err);
/* Whole or not at all, mode 0600, durably.  Without `replace` a file that is there stays. */
int keys_save(const struct keys *keys, const char *path, bool replace, struct err *err);
/* A new first key; the present one becomes the second. Saved durably. */
int keys_change(struct keys *keys, const char *path, struct err *err);

void token_make(const struct keys *keys, const struct token *token, char out[TOKEN_SIZE]);
/* True, and *out filled, when text is a token of one of the keys. Constant-time compare. */
bool token_read(const struct keys *keys, const char *text, struct token *out);

#define CODE_LENGTH 8 /* of a confirmation's code */
/* A code of `digits` characters people can type: no 0/o, 1/l. */
void code_random(char *out, size_t digits);
/* Could it be such a code? */
bool code_is_like(const char *text, size_t digits);
/* Hex digest (BLAKE2b, 32 bytes -> 64 characters and NUL) over several pieces. */
struct piece {
	const char *data;
	size_t length;
};
void digest_pieces(const struct piece *pieces, size_t n, char out[65]);
/* A mail address that is not to be kept, as one that tells only whether two were the same (of its
 * letters is the caller's matter), with the first key or the second. */
#define VEIL_DOMAIN "@hidden.invalid"
#define VEIL_SIZE   48
void address_veil(const struct keys *keys, int which, const char *address, char out[VEIL_SIZE]);
/* Base64 (RFC 4648, 4) and a NUL, in `size` bytes: more than 4 for each 3 begun. */
void base64_encode(char *out, size_t size, const char *bytes, size_t length);

/* argon2id, interactive limits, over the text after NFKC: a Subject and a text, or two keyboards,
 * may write one password in different bytes. */
int password_hash(const char *password, char out[PASSWORD_HASH_SIZE], struct err *err);
/* A hash of "" matches nothing, and takes as long as any other to say so.  *is_old, unless NULL:
 * the hash is one of version 0.2 or before, over the bytes as they were written. */
bool password_matches(const char *hash, const char *password, bool *is_old);

/*
 * A password that waits for a confirmation, sealed in microseconds: hashing it takes a
 * thousand times as long, which is only worth while for an account.  Without the file of
 * keys the text says nothing, not even how long the password is.  It opens again with the
 * `owner` it was sealed for, while one of the two keys is the same.
 */
#define PASSWORD_MAX 128 /* bytes */
#define PASSWORD_MIN 6   /* characters of a new one; there are older ones with fewer */
#define SEALED_SIZE  240
void password_seal(const struct keys *keys, const char *owner, const char *password,
    char out[SEALED_SIZE]); /* password: PASSWORD_MAX at most */
bool password_unseal(
    const struct keys *keys, const char *owner, const char *sealed, char out[PASSWORD_MAX + 1]);

#endif
