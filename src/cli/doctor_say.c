/* SPDX-License-Identifier: ISC */
/*
 * What all checks of the doctor say their findings with (doctor.h).
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/clock.h"
#include "cli/doctor.h"
#include "config/config.h"

void
doctor_ok(struct doctor *doctor, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("ok: %s\n", arena_vprintf(doctor->arena, format, args));
	va_end(args);
}

void
doctor_wrong(struct doctor *doctor, const char *remedy, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("wrong: %s, do this: %s\n", arena_vprintf(doctor->arena, format, args), remedy);
	va_end(args);
	doctor->wrong++;
}

const char *
doctor_span(struct doctor *doctor, int64_t seconds)
{
	char text[32];

	return arena_strdup(doctor->arena, clock_span(text, sizeof text, seconds));
}

const char *
doctor_in_home(const struct doctor *doctor, const char *name)
{
	return arena_printf(doctor->arena, "%s/%s", doctor->config->home, name);
}
