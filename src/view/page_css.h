/* SPDX-License-Identifier: ISC */
/*
 * The looks of HTML letters: page.css, in the operator's folder of templates or in the shipped
 * one.  All of it goes into <style>; for mail programs that leave that out, each element has
 * the rule of its class as well.
 */
#ifndef VIEW_PAGE_CSS_H
#define VIEW_PAGE_CSS_H

#include <stddef.h>

struct templates;

/* The file's text, read once and kept; "" where there is none. */
const char *page_css(struct templates *templates);
/* What stands between the braces of the line ".name { ... }", without blanks around it; NULL
 * there is none.  Not the rules inside of another one, whose lines begin with blanks. */
const char *page_css_rule(const char *css, const char *name, size_t *length);

#endif
