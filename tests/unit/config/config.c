/* SPDX-License-Identifier: ISC */
/*
 * The configuration: defaults, what a file changes, what is refused and how it
 * is told, and that what is printed reads the same again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/err.h"
#include "base/log.h"
#include "config/config.h"
#include "config/options.h"

static char root[64];
static char file[96];

static void
put_file(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

static struct config *
load(const char *text, const char *home)
{
	struct config *config = NULL;
	struct err err = { .text = "" };

	if (text != NULL)
		put_file(file, text);
	if (config_load(&config, text != NULL ? file : NULL, home, &err) == -1)
		fail_msg("%s", err.text);
	return config;
}

static void
has_defaults(void **state)
{
	struct config *config = load(NULL, root);
	char path[128];

	(void)state;
	assert_null(config->file);
	assert_string_equal(config->home, root);
	assert_string_equal(config->address, "riverpost@localhost");
	assert_string_equal(config->name, "Riverpost");
	assert_string_equal(config->language, "en");
	assert_null(config->operator_address);
	assert_null(config->templates);
	assert_null(config->auth_server);
	assert_int_equal(config->log, LOG_TO_STDERR);
	assert_int_equal(config->letter_max, 262144);
	assert_int_equal(config->answers_hour, 20);
	assert_int_equal(config->answers_day, 100);
	assert_int_equal(config->retry_days, 5);
	assert_int_equal(config->nagtime, 7);
	assert_int_equal(config->forfeittime, 21);
	assert_int_equal(config->source_count, 2);
	assert_int_equal(config->sources[0].options.kind, SOURCE_MAILDIR);
	snprintf(path, sizeof path, "%s/mail/in", root);
	assert_string_equal(config->sources[0].options.path, path);
	assert_string_equal(config->sources[0].options.processed, "Processed");
	assert_int_equal(config->sources[0].options.bytes_max, 262144);
	assert_int_equal(config->sources[1].options.kind, SOURCE_SPOOL);
	snprintf(path, sizeof path, "%s/spool", root);
	assert_string_equal(config->sources[1].options.path, path);
	assert_int_equal(config->sink.kind, SINK_MAILDIR);
	snprintf(path, sizeof path, "%s/mail/out", root);
	assert_string_equal(config->sink.path, path);
	assert_int_equal(config->sink.timeout, 120);
	config_free(config);
	config_free(NULL);
}

static const char whole[] =
    "# a comment\n"
    "home = /srv/xq   // another\n"
    "address = XiangQi@Example.ORG\n"
    "name = \"Flu\303\237post\"\n"
    "operator = 'fred+xq@example.org'\n"
    "language = zh-Hans\n"
    "templates = own\n"
    "auth_server = mx.example.org\n"
    "log = syslog\n"
    "letter_max = 100000\n"
    "poll = 5\n"
    "poll = 7\n"
    "source \"post\" {\n"
    "	kind = imap\n"
    "	url = imaps://mail.example.org/INBOX\n"
    "	user = xiangqi\n"
    "	password = 'it\\'s ${secret} \\\\'\n"
    "}\n"
    "source more { path = Mail/in processed = Done }\n"
    "source last { kind = pop3 url = 'pop3s://x:995' user = u token_command = 'get token' }\n"
    "sink {\n"
    "	kind = smtp\n"
    "	url = \"smtp+starttls://relay.example.org:587\"\n"
    "	ca_file = /etc/ca.pem\n"
    "	timeout = 30\n"
    "}\n";

static void
reads_a_whole_file(void **state)
{
	struct config *config = load(whole, NULL);

	(void)state;
	assert_string_equal(config->file, file);
	assert_string_equal(config->home, "/srv/xq");
	assert_string_equal(config->address, "XiangQi@example.org");
	assert_string_equal(config->name,
	    "Fluß"
	    "post");
	assert_string_equal(config->operator_address, "fred+xq@example.org");
	assert_string_equal(config->language, "zh-Hans");
	assert_string_equal(config->templates, "/srv/xq/own");
	assert_string_equal(config->auth_server, "mx.example.org");
	assert_int_equal(config->log, LOG_TO_SYSLOG);
	assert_int_equal(config->poll, 7);
	assert_int_equal(config->source_count, 4);
	assert_string_equal(config->sources[0].name, "post");
	assert_int_equal(config->sources[0].options.kind, SOURCE_IMAP);
	assert_string_equal(config->sources[0].options.login.password, "it's ${secret} \\");
	assert_int_equal(config->sources[0].options.bytes_max, 100000);
	assert_int_equal(config->sources[1].options.kind, SOURCE_MAILDIR);
	assert_string_equal(config->sources[1].options.path, "/srv/xq/Mail/in");
	assert_string_equal(config->sources[1].options.processed, "Done");
	assert_string_equal(config->sources[1].options.failed, "Failed");
	assert_int_equal(config->sources[2].options.kind, SOURCE_POP3);
	assert_string_equal(config->sources[2].options.login.token_command, "get token");
	assert_string_equal(config->sources[3].options.path, "/srv/xq/spool");
	assert_int_equal(config->sink.kind, SINK_SMTP);
	assert_string_equal(config->sink.url, "smtp+starttls://relay.example.org:587");
	assert_string_equal(config->sink.login.ca_file, "/etc/ca.pem");
	assert_int_equal(config->sink.timeout, 30);
	assert_null(config->sink.path);
	config_free(config);
}

static const struct {
	const char *text, *want;
} refused[] = {
	{ "colour = red\n", "conf:1: there is no option colour here; see man riverpost.conf" },
	{ "adress = x@y\n", "conf:1: there is no option adress here, perhaps you mean address" },
	{ "sorce a { }\n", "conf:1: there is no option sorce here, perhaps you mean source" },
	{ "source a { pasword = x }\n",
	    "conf:1: there is no option pasword here, perhaps you mean password" },
	{ "sink { kidn = smtp }\n", "conf:1: there is no option kidn here, perhaps you mean kind" },
	{ "sink { processed = x }\n", "conf:1: there is no option processed here; see man" },
	{ "\n\nname = = x\n", "conf:3: " },
	{ "# comment\n## more\n#\npoll = x\n", "conf:4: poll" },
	{ "name = a # comment\npoll = x\n", "conf:2: poll" },
	{ "// a\n//b\n/* c\n * d */ name = a\npoll = x // e\n", "conf:5: poll" },
	{ "name = \"# '\" // \"\npoll = x\n", "conf:2: poll" },
	{ "source a { # one\n path = /x//y # two\n kind = z\n}\n", "conf:3: kind" },
	{ "name = x\npoll = /* 5\n", "conf:" },
	{ "name = x\nsource a {\n path = x\n colour = red\n}\n",
	    "conf:4: there is no option colour here; see man" },
	{ "source a {\n path = x\n", "conf:3: a section is not closed" },
	{ "name = \"abc\npoll = 5\n", "conf:" },
	{ "name = 'abc\npoll = 5\n", "conf:" },
	{ "name = a }\n", "conf:1: " },
	{ "poll 5\n", "conf:1: poll needs a value" },
	{ "poll =\n", "conf:2: poll needs a value" },
	{ "sink { poll = 5 }\n", "conf:1: there is no option poll here" },
	{ "\n}\n", "conf:2: a name is expected here, not }" },
	{ "source { path = x }\n", "conf:1: a source needs a name" },
	{ "source a path = x\n", "conf:1: a section begins with {" },
	{ "sink { sink { } }\n", "conf:1: there is no option sink here" },
	{ "name = \"a\n\nb\" poll = x\n", "conf:1: name must be one line" },
	{ "address = 'x@y' '\n", "conf:2: a quote is not closed" },
	{ "poll = often\n", "conf:1: poll must be a number from 1 to 86400, not \"often\"" },
	{ "\npoll = 0\n", "conf:2: poll must be a number from 1" },
	{ "poll = 86401\n", "must be a number" },
	{ "poll = 99999999999999999999\n", "must be a number" },
	{ "poll = 5x\n", "must be a number" },
	{ "poll = -5\n", "must be a number" },
	{ "poll = ''\n", "poll must not be empty" },
	{ "letter_max = 100\n", "letter_max must be a number from 4096" },
	{ "log = printer\n", "log must be one of stderr, syslog, not \"printer\"" },
	{ "address = xiangqi\n", "address must be a mail address" },
	{ "address = 'x y@example.org'\n", "address must be a mail address" },
	{ "address = @example.org\n", "address must be a mail address" },
	{ "address = x@\n", "address must be a mail address" },
	{ "address = x@a@b\n", "address must be a mail address" },
	{ "address = x+y@example.org\n", "address must have no + before the @" },
	{ "address = a.local.part.of.21chars@example.org\n", "at most 20 characters before the @" },
	{ "operator = fred\n", "operator must be a mail address" },
	{ "name = 'a\nb'\n", "name must be one line" },
	{ "name = 'a\033[1m'\n", "name must be one line" },
	{ "name = '\xff'\n", "name must be UTF-8" },
	{ "home = ''\n", "home must not be empty" },
	{ "source a {\n}\n", "source \"a\" needs a path" },
	{ "source a { kind = spool }\n", "source \"a\" needs a path" },
	{ "source a { kind = carrier }\n", "kind must be one of maildir, spool, imap, pop3" },
	{ "source a { kind = imap }\n",
	    "source \"a\" needs a url; it begins with one of: imaps imap+starttls" },
	{ "source a { kind = imap url = 'pop3s://x' }\n", "cannot use the url pop3s://x" },
	{ "source a { kind = pop3 url = 'pop3s://' }\n", "cannot use the url pop3s://" },
	{ "source a { kind = pop3 url = 'pop3x://a' }\n", "cannot use the url pop3x://a" },
	{ "source a { kind = imap url = 'imaps://x' }\n", "needs a user" },
	{ "source a { kind = imap url = 'imaps://x' user = u }\n", "needs a password" },
	{ "source a { kind = imap url = 'imaps://x' user = u password = p token_command = t }\n",
	    "one is enough" },
	{ "source a { kind = imap url = 'imaps://x' user = u password = p password_file = /x }\n",
	    "one is enough" },
	{ "source a { kind = imap url = 'imaps://x' user = u password_file = /nowhere/pw }\n",
	    "cannot read the password in /nowhere/pw: No such file" },
	{ "source a { path = x }\nsource a { path = y }\n", "conf:2: " },
	{ "source a { url = 'imaps://x' }\n", "source \"a\" has a url, so it needs kind = imap" },
	{ "sink { kind = smtp }\n", "sink needs a url" },
	{ "sink { url = 'smtps://x' }\n", "sink has a url, so it needs kind = smtp" },
	{ "name = \"x\naddress = a@b.c\n", "a quote is not closed" },
	{ "sink { kind = smtp url = 'http://x' }\n", "sink cannot use the url http://x" },
	{ "sink { kind = smtp url = 'smtps://x' password = p }\n", "sink needs a user" },
	{ "sink { kind = smtp url = 'smtp://mail.example.org' }\n",
	    "conf:1: sink does not go to mail.example.org without TLS: write smtps://" },
	{ "source a { kind = imap url = 'imap://x' user = u password = p }\n",
	    "conf:1: source \"a\" does not go to x without TLS" },
	{ "sink { kind = smtp url = 'smtps://u:secretpw@x' user = u password = p }\n",
	    "conf:1: sink has a user or a password in its url" },
	{ "source a { kind = imap url = 'imaps://u:secret/pw@x/INBOX' user = u password = p }\n",
	    "source \"a\" has a user or a password in its url" },
	{ "sink { url = 'u:secretpw@x' }\n", "sink has a user or a password in its url" },
	{ "source a { kind = pop3 url = 'imaps://u:secretpw@x' }\n", "in its url" },
	{ "sink { kind = maildir }\n\nsink { }\n",
	    "conf:3: there is a section sink already, in line 1" },
	{ "engine { }\nengine { }\n", "conf:2: there is a section engine already" },
	{ "source spool { path = /m }\n",
	    "conf:1: source \"spool\" has the name of the spool that riverpost-deliver fills" },
	{ "source a { path = spool }\n", "conf:1: source \"a\" reads " },
	{ "source a { path = /m }\nsource b { path = '/m/' }\n",
	    "conf:2: source \"b\" reads the folder that source \"a\" reads: /m/" },
	{ "sink { timeout = 1 }\n", "conf:1: timeout must be a number from 5" },
	{ "address = a@b..c\n", "conf:1: address must be a mail address" },
	{ "address = a@b.\n", "address must be a mail address" },
	{ "address = .a@b.c\n", "address must be a mail address" },
	{ "address = a..b@b.c\n", "address must be a mail address" },
	{ "address = a.@b.c\n", "address must be a mail address" },
	{ "address = a@-b.c\n", "address must be a mail address" },
	{ "operator = x@b.c-\n", "operator must be a mail address" },
	{ "archive_url = 'nonsense/'\n",
	    "conf:1: archive_url must begin with https:// or http://, not \"nonsense/\"" },
	{ "archive_languages = 'en, zh_Hans'\n",
	    "conf:1: archive_languages must be languages like en, vi, zh-Hans, not \"zh_Hans\"" },
	{ "archive_languages = 'en,list'\n",
	    "conf:1: archive_languages must be languages like en, vi, zh-Hans, not \"list\"" },
	{ "archive_languages = 'vi, en vi'\n", "conf:1: archive_languages has vi twice" },
	{ "archive_languages = 'en,-'\n",
	    "conf:1: archive_languages must be languages like en, vi, zh-Hans, not \"-\"" },
	{ "archive_languages = ','\n",
	    "conf:1: archive_languages must be languages like en, vi, zh-Hans, not \",\"" },
	{ "\nsource a { path = /m processed = Both failed = Both }\n",
	    "conf:2: source \"a\" needs two folders as processed and failed, not \"Both\"" },
	{ "source a { path = /m processed = a/b }\n",
	    "source \"a\" needs a name without / and without a dot in front" },
	{ "source a { path = /m failed = .b }\n", "not \".b\"" },
	{ "source a { kind = imap url = 'imaps://x/In' user = u password = p processed = In }\n",
	    "source \"a\" cannot put letters into \"In\", where new ones come" },
	{ "source a { kind = imap url = 'imaps://x' user = u password = p failed = Inbox }\n",
	    "cannot put letters into \"Inbox\"" },
	{ "sink { kind = smtp url = 'smtps://x' helo = 'a b' }\n",
	    "conf:1: sink greets with one word (helo), not \"a b\"" },
	{ "engine { nodes = '1 0 3 4 5 6 7 8' }\n", "conf:1: engine needs 8 numbers as nodes" },
	{ "engine { nodes = '1 2 3 4 5 6 7 8 9' }\n", "engine needs 8 numbers" },
	{ "engine { widths = '1 2 3 4 5 6 7 8x' }\n", "engine needs 8 numbers" },
	{ "engine { options = 'A=1; UCI_Variant ;B=2' }\n",
	    "conf:1: engine needs options as NAME=VALUE, not \"A=1; UCI_Variant ;B=2\"" },
	{ "engine { command = 'stockfish x' }\n",
	    "conf:1: engine needs the full path of its command, not \"stockfish x\"" },
};

static void
refuses(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		struct config *config;
		struct err err = { .text = "" };

		put_file(file, refused[i].text);
		if (config_load(&config, file, NULL, &err) != -1)
			fail_msg("taken: %s", refused[i].text);
		assert_null(strstr(err.text, "secret"));
		if (strstr(err.text, refused[i].want) == NULL ||
		    strncmp(err.text, file, strlen(file)))
			fail_msg("%s: %s", refused[i].text, err.text);
	}
}

static const char *
help_of(int section, const char *name)
{
	for (size_t i = 0; i < config_sections[section].count; i++)
		if (strcmp(config_sections[section].options[i].name, name) == 0)
			return config_sections[section].options[i].help;
	fail_msg("no option %s", name);
	return "";
}

/* What the help, and with it the manual, says of kinds is in their tables. */
static void
helps_with_each_kind(void **state)
{
	char url[32];
	const struct kind *kind;

	(void)state;
	for (int i = 0; (kind = sink_kind(i)) != NULL; i++) {
		if (kind->needs_path && kind->path_default == NULL)
			fail_msg(
			    "mail/sink: kind %s needs a path and has no path_default", kind->name);
		if (kind->path_default != NULL &&
		    strstr(help_of(SECTION_SINK, "path"), kind->path_default) == NULL)
			fail_msg("src/config/options.c: the help of the sink's path lacks %s",
			    kind->path_default);
		snprintf(url, sizeof url, "%ss://", kind->protocol);
		if (kind->protocol != NULL && strstr(help_of(SECTION_SINK, "url"), url) == NULL)
			fail_msg("src/config/options.c: the help of the sink's url lacks %s", url);
	}
	for (int i = 0; (kind = source_kind(i)) != NULL; i++) {
		snprintf(url, sizeof url, "%ss://", kind->protocol);
		if (kind->protocol != NULL && strstr(help_of(SECTION_SOURCE, "url"), url) == NULL)
			fail_msg(
			    "src/config/options.c: the help of the source's url lacks %s", url);
		if (kind->needs_path &&
		    strcasestr(help_of(SECTION_SOURCE, "path"), kind->name) == NULL)
			fail_msg("src/config/options.c: the help of the source's path lacks %s",
			    kind->name);
	}
	assert_string_equal(sink_kind(0)->name, config_sections[SECTION_SINK].options[0].initial);
	assert_string_equal(
	    source_kind(0)->name, config_sections[SECTION_SOURCE].options[0].initial);
}

static void
finds_its_home(void **state)
{
	struct config *config;
	struct err err = { .text = "" };
	char path[300], here[256];

	(void)state;
	setenv("RIVERPOST_HOME", root, 1);
	config = load(NULL, NULL);
	assert_string_equal(config->home, root);
	assert_null(config->file);
	config_free(config);

	snprintf(path, sizeof path, "%s/riverpost.conf", root);
	put_file(path, "name = There\n");
	config = load(NULL, NULL);
	assert_string_equal(config->file, path);
	assert_string_equal(config->name, "There");
	assert_string_equal(config->home, root);
	config_free(config);

	config = load("home = /srv/a\n", "/srv/b");
	assert_string_equal(config->home, "/srv/b");
	config_free(config);
	config = load("home = /srv/a\n", NULL);
	assert_string_equal(config->home, "/srv/a");
	config_free(config);

	/* Letters would be put into one home, and looked for in another. */
	put_file(path, "home = /srv/a\n");
	assert_int_equal(config_load(&config, NULL, NULL, &err), -1);
	assert_non_null(strstr(err.text, "/riverpost.conf: it says home = \"/srv/a\""));
	config = load(NULL, root);
	assert_string_equal(config->home, root);
	config_free(config);
	snprintf(here, sizeof here, "home = %s/.\n", root);
	put_file(path, here);
	config_free(load(NULL, NULL));

	unsetenv("RIVERPOST_HOME");
	assert_int_equal(chdir(root), 0);
	assert_non_null(getcwd(here, sizeof here));
	config = load(NULL, NULL);
	snprintf(path, sizeof path, "%s/var", here);
	assert_string_equal(config->home, path);
	config_free(config);

	assert_int_equal(config_load(&config, "/nowhere/x.conf", NULL, &err), -1);
	assert_string_equal(
	    err.text, "cannot read the configuration /nowhere/x.conf: No such file or directory");
}

static void
reads_passwords_from_files(void **state)
{
	struct config *config;
	char path[128];

	(void)state;
	snprintf(path, sizeof path, "%s/pw", root);
	put_file(path, "geheim  \r\nnot this\n");
	config = load(
	    "sink { kind = smtp url = 'smtps://x' user = u password_file = pw }\n"
	    "source a { kind = imap url = 'imaps://x:993/a@b' user = 'u@x' password_file = pw }\n",
	    root);
	assert_string_equal(config->sink.login.password, "geheim  ");
	assert_string_equal(config->sources[0].options.login.password, "geheim  ");
	config_free(config);
}

static char *
print(const struct config *config)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	config_print(config, out);
	fclose(out);
	return text;
}

static void
prints_what_it_reads(void **state)
{
	static const char plain[] =
	    "name = 'O\\'Neill \\\\ \"x\" ${HOME} #1'\nlog = syslog\npoll = 99\n"
	    "source 'it\\'s mail' { path = /m }\nsource spool { kind = spool path = spool/ }\n"
	    "sink { kind = sendmail }\nengine { command = '' }\n";
	struct config *config = load(plain, "/srv/x"), *again;
	char *once = print(config), *twice;

	(void)state;
	assert_string_equal(config->name, "O'Neill \\ \"x\" ${HOME} #1");
	again = load(once, NULL);
	twice = print(again);
	assert_string_equal(strchr(once, '\n'), strchr(twice, '\n'));
	assert_string_equal(again->home, "/srv/x");
	assert_string_equal(again->sources[0].name, "it's mail");
	assert_string_equal(again->sink.path, "/usr/sbin/sendmail");
	free(once);
	free(twice);
	config_free(config);
	config_free(again);
}

static void
keeps_secrets(void **state)
{
	struct config *config = load(whole, NULL);
	char *text = print(config);

	(void)state;
	assert_null(strstr(text, "${secret}"));
	assert_non_null(strstr(text, "# password is set and not shown: add it here"));
	free(text);
	config_free(config);
}

static int
setup(void **state)
{
	(void)state;
	unsetenv("RIVERPOST_HOME");
	snprintf(root, sizeof root, "/tmp/riverpost-config.XXXXXX");
	if (mkdtemp(root) == NULL)
		return -1;
	snprintf(file, sizeof file, "%s/test.conf", root);
	return 0;
}

static int
teardown(void **state)
{
	char command[128];

	(void)state;
	if (chdir("/") == -1)
		return -1;
	snprintf(command, sizeof command, "rm -rf %s", root);
	return system(command);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(has_defaults),
		TEST(reads_a_whole_file),
		TEST(refuses),
		TEST(helps_with_each_kind),
		TEST(finds_its_home),
		TEST(reads_passwords_from_files),
		TEST(prints_what_it_reads),
		TEST(keeps_secrets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
