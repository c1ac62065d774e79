/* SPDX-License-Identifier: ISC */
/*
 * The configuration: what the operator chose, or the defaults.
 *
 * Every option stands in one table (options.c) with its type, range,
 * default and help; reading, checking, printing and the manual come from it.
 * Plain values after loading; all strings are the configuration's own.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include <limits.h>
#include <stdio.h>

#include "base/err.h"
#include "base/log.h"
#include "engine/engine.h"
#include "mail/sink/sink.h"
#include "mail/source/source.h"

struct arena;
struct err;

#define SOURCES_MAX 16 /* that a server reads */

/* Who announces tournaments. */
enum announcers { ANNOUNCERS_OPERATOR, ANNOUNCERS_PLAYERS };

struct config_source {
	const char *name;              /* the section's title */
	const char *password_file;     /* already read into options.password */
	struct source_options options; /* ready for source_open() */
};

struct config {
	struct arena *arena;
	const char *file;  /* that was read; NULL: none */
	const char *twice; /* what it says twice, with its line; NULL: nothing */
	const char *idle;  /* what it sets in vain, with the line of its section; NULL: nothing */

	const char *home;              /* folder of everything kept */
	const char *address;           /* the server's own: "xiangqi@example.org" */
	const char *name;              /* of the server, in From */
	const char *operator_address;  /* of reports; NULL: nobody */
	const char *language;          /* of letters to people without a choice */
	const char *status_file;       /* written by serve; NULL: none */
	const char *archive;           /* folder of the static pages; NULL: none */
	const char *archive_url;       /* of that folder, for others; NULL: not known */
	const char *archive_languages; /* codes, with commas or blanks between; NULL: `language` */
	const char *templates;         /* the operator's folder; NULL: none */
	const char *auth_server;       /* whose Authentication-Results count; NULL: nobody's */
	enum log_to log;
	int letter_max;                /* bytes */
	int commands_max;              /* in one letter */
	int games_max;                 /* at once, of one player */
	int answers_hour, answers_day; /* to one address */
	int retry_days;
	int keep;                 /* days, letters that were taken */
	int free_min;             /* megabytes of disk; 0: no limit */
	int poll;                 /* seconds */
	int outage;               /* minutes */
	int nagtime, forfeittime; /* days */
	const char *stairs;       /* terms_read_time() */
	enum announcers announcers;

	struct config_source *sources;
	int source_count;
	struct sink_options sink;       /* ready for sink_open() */
	const char *sink_password_file; /* already read into sink.password */

	struct engine_options engine;             /* ready for thought_start() */
	const char *engine_nodes, *engine_widths; /* by level: engine_level() */
	int engine_processes;                     /* at once */
	int engine_seconds;                       /* of an hour */
};

/*
 * file NULL: HOME/riverpost.conf if there is one, else defaults alone.  home
 * overrides everything; without it the file's `home` counts, then
 * $RIVERPOST_HOME, then ./var.  The spool HOME/spool is always a source, the
 * Maildir HOME/mail/in is one when the file names none.  -1 with err, which
 * names file and line.
 */
int config_load(struct config **config, const char *file, const char *home, struct err *err);
void config_free(struct config *config); /* NULL is fine */

/* The folder of the shipped templates: beside a program that was not installed,
 * else where it was installed to, else where it was built to be. */
const char *config_shipped_templates(void);
/* The same for the programs that read letters (sandbox/sandbox.h) and take them in. */
const char *config_reader(void);
const char *config_deliver(void);

/* The options in force as a file that config_load would read, each under its
 * help; secrets left out. */
void config_print(const struct config *config, FILE *out);
/* The options as mdoc, for riverpost.conf(5). */
void config_manual(FILE *out);

#endif
