/* SPDX-License-Identifier: ISC */
/*
 * The phrases that mail programs write, in all languages: lists in the files of templates/mail.
 *
 * Read once, before any letter is read and before a reader gives up its rights.  A file or a
 * list that is missing is an error: a guard without its words would answer robots.
 */
#ifndef MAIL_QUOTE_PHRASES_H
#define MAIL_QUOTE_PHRASES_H

#include "mail/quote/span.h"

struct err;

/* All lists and their names in the files, where stands what they are for. */
#define PHRASES(LIST) \
	LIST(WROTE, "wrote") \
	LIST(WROTE_ALONE, "wrote.alone") \
	LIST(WROTE_START, "wrote.start") \
	LIST(TALK, "talk") \
	LIST(FROM, "from") \
	LIST(FROM_CERTAIN, "from.certain") \
	LIST(LABEL, "label") \
	LIST(LABEL_RIGHT, "label.right") \
	LIST(FRAME, "frame") \
	LIST(FORWARD, "forward") \
	LIST(ORIGINAL, "original") \
	LIST(TELEPHONE, "telephone") \
	LIST(TELEPHONE_END, "telephone.end") \
	LIST(TELEPHONE_DEVICE, "telephone.device") \
	LIST(FOOTER, "footer") \
	LIST(FOOTER_LIST, "footer.list") \
	LIST(PICTURE, "picture") \
	LIST(PICTURE_FILE, "picture.file") \
	LIST(SCANNER, "scanner") \
	LIST(SCANNER_LINK, "scanner.link") \
	LIST(BANNER, "banner") \
	LIST(BANNER_MORE, "banner.more") \
	LIST(BANNER_WHOLE, "banner.whole") \
	LIST(CARRIER, "carrier") \
	LIST(BANNER_BEGIN, "banner.begin") \
	LIST(BANNER_END, "banner.end") \
	LIST(MARKING, "marking") \
	LIST(MARKING_WHOLE, "marking.whole") \
	LIST(CLASS_QUOTE, "class.quote") \
	LIST(CLASS_CUT, "class.cut") \
	LIST(CLASS_DROP, "class.drop") \
	LIST(ROBOT_NAME, "robot.name") \
	LIST(ROBOT_FIELD, "robot.field") \
	LIST(REPORT_FIELD, "report.field") \
	LIST(ROBOT_WORD, "robot.word") \
	LIST(SUBJECT_AUTOMATIC, "subject.automatic") \
	LIST(SUBJECT_AWAY, "subject.away") \
	LIST(SUBJECT_REPORT, "subject.report") \
	LIST(SUBJECT_DELAYED, "subject.delayed") \
	LIST(TEXT_DELAYED, "text.delayed") \
	LIST(LETTER_AUTOMATIC, "letter.automatic") \
	LIST(TEXT_REACTION, "text.reaction") \
	LIST(SUBJECT_RECALL, "subject.recall") \
	LIST(TEXT_RECALL, "text.recall") \
	LIST(ANSWER, "answer") \
	LIST(FORWARDED, "forwarded") \
	LIST(LABELLED, "labelled")
#define PHRASES_ENUM(upper, name) PHRASES_##upper,
enum phrases { PHRASES(PHRASES_ENUM) PHRASES_LISTS };

/* Phrases in lower case, in the order of their bytes. */
struct words {
	char **list;
	size_t count;
	size_t first[257]; /* the first that begins with this byte, or a later one */
};

/* Reads the files of that folder: 0, or -1 with err.  A second time nothing is read. */
int phrases_load(const char *folder, struct err *err);

const struct words *phrases(enum phrases list);
/* Does the text begin or end with a phrase, hold one, or is it one? */
bool phrases_start(enum phrases list, struct span text);
bool phrases_end(enum phrases list, struct span text);
bool phrases_stand_in(enum phrases list, struct span text);
bool phrases_hold(enum phrases list, struct span text);
/* Of "start ... word": does the text begin so, and does the word stand further on? */
bool phrases_begin(enum phrases list, struct span text);

#endif
