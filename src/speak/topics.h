/* SPDX-License-Identifier: ISC */
/*
 * The topics of the help, and their pages.
 */
#ifndef SPEAK_TOPICS_H
#define SPEAK_TOPICS_H

/* The template of a topic, in a folded word; NULL it is none. */
const char *topic_page(const char *word);

#endif
