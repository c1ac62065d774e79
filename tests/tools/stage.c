/* SPDX-License-Identifier: ISC */
/*
 * A server that plays a script, for what no real server can be made to do.
 *
 *	stage PORT SCRIPT
 *
 * Lines of the script: `say TEXT` (with CRLF behind; %t is the tag heard last),
 * `hear WORD` (reads lines until one has the word; its first word is the tag),
 * `read WORD` (the same, but the tag stays),
 * `flood BYTES TEXT` (that line again and again), `wait SECONDS`, `await FILE` (until
 * it is there), `close` (the next line serves the next connection).  What is heard goes to standard
 *output.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;
static FILE *peer;
static char tag[64];

static void
die(const char *what)
{
	perror(what);
	exit(1);
}

static void
open_port(int port)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int yes = 1;

	listener = socket(AF_INET, SOCK_STREAM, 0);
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(listener, (struct sockaddr *)&address, sizeof(address)) == -1 ||
	    listen(listener, 10) == -1)
		die("listen");
}

static void
next_peer(void)
{
	int fd = accept(listener, NULL, NULL);

	if (fd == -1 || (peer = fdopen(fd, "r+")) == NULL)
		die("accept");
	setvbuf(peer, NULL, _IONBF, 0);
}

static void
say(const char *text)
{
	const char *mark = strstr(text, "%t");

	if (mark == NULL)
		fprintf(peer, "%s\r\n", text);
	else
		fprintf(peer, "%.*s%s%s\r\n", (int)(mark - text), text, tag, mark + 2);
}

static void
hear(const char *word, bool takes_tag)
{
	char line[4096];

	while (fgets(line, sizeof(line), peer) != NULL) {
		printf("%s", line);
		fflush(stdout);
		if (takes_tag)
			snprintf(tag, sizeof(tag), "%.*s", (int)strcspn(line, " \r\n"), line);
		if (strcasestr(line, word) != NULL)
			return;
	}
}

static void
flood(const char *arguments)
{
	long left = atol(arguments);
	const char *text = strchr(arguments, ' ');
	char block[65536];
	size_t n = 0, length = text == NULL ? 0 : strlen(++text);

	while (length > 0 && n + length + 2 <= sizeof(block)) {
		memcpy(block + n, text, length);
		memcpy(block + n + length, "\r\n", 2);
		n += length + 2;
	}
	for (; left > 0 && n > 0; left -= (long)n)
		if (write(fileno(peer), block, n) == -1)
			return;
}

static void
play(char *line)
{
	char *rest = strchr(line, ' ');

	rest = rest == NULL ? line + strlen(line) : rest + 1;
	if (strncmp(line, "close", 5) == 0) {
		fclose(peer);
		peer = NULL;
		return;
	}
	if (peer == NULL)
		next_peer();
	if (strncmp(line, "say ", 4) == 0)
		say(rest);
	else if (strncmp(line, "hear ", 5) == 0 || strncmp(line, "read ", 5) == 0)
		hear(rest, line[0] == 'h');
	else if (strncmp(line, "flood ", 6) == 0)
		flood(rest);
	else if (strncmp(line, "wait ", 5) == 0)
		sleep((unsigned)atoi(rest));
	else if (strncmp(line, "await ", 6) == 0)
		while (access(rest, F_OK) == -1)
			usleep(10000);
}

int
main(int argc, char **argv)
{
	char line[4096];
	FILE *script = NULL;

	if (argc != 3 || (script = fopen(argv[2], "r")) == NULL)
		die("usage: stage PORT SCRIPT");
	signal(SIGPIPE, SIG_IGN);
	open_port(atoi(argv[1]));
	while (fgets(line, sizeof(line), script) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		play(line);
	}
	return 0;
}
