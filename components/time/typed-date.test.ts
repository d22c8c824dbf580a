import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_RULES } from "#lib/kernel/locale.ts";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import { LOCALES } from "#lib/kernel/vocabulary/locales.ts";
import { addDays } from "../home/days.ts";
import { monthGrid, weekColumns } from "./month-grid.ts";
import { dateText, periodText, timeText } from "./period-text.ts";
import { readDate, readTime } from "./typed-date.ts";

const TODAY = "2026-11-27";
const read = (text: string) => readDate(text, TODAY);

/** Writes as an account of this format does, then as before. */
function inFormat<T>(locale: (typeof LOCALES)[number], work: () => T): T {
  const frame: { rules?: unknown } = { rules: localeRules(locale) };
  globalThis.__paydeskRequestFormat = () => frame;
  try {
    return work();
  } finally {
    globalThis.__paydeskRequestFormat = undefined;
  }
}

test("every date and time that a field shows is read back, in every format", () => {
  for (const locale of LOCALES) {
    inFormat(locale, () => {
      for (let day = "2024-02-20"; day < "2025-03-10"; day = addDays(day, 1)) {
        assert.equal(read(dateText(day)), day, `${locale} ${dateText(day)}`);
      }
      for (const time of ["00:00", "00:59", "09:05", "12:00", "12:30", "13:07", "23:59"]) {
        assert.equal(readTime(timeText(time)), time, `${locale} ${timeText(time)}`);
      }
    });
  }
});

test("a date is read as a person types it, and never guessed", () => {
  for (const text of [
    "2026-11-17",
    "17 Nov 2026",
    "nov 17, 2026",
    "17. November 2026",
    "17/11/2026",
  ])
    assert.equal(read(text), "2026-11-17", text);
  assert.equal(read("17 nov"), "2026-11-17");
  assert.equal(read("2026 Nov 7"), "2026-11-07");
  // 3 April or 4 March.
  assert.equal(read("03/04/2026"), null);
  assert.equal(read("04.04.2026"), "2026-04-04");
  for (const text of [
    "",
    "17",
    "17 Nov 26",
    "31 Jun 2026",
    "2026-02-30",
    "Nov 2026",
    "17 Foo 2026",
    "1 2 Nov",
  ])
    assert.equal(read(text), null, text);
});

test("a time is read with 24 hours or with AM and PM", () => {
  assert.equal(readTime("2:05 pm"), "14:05");
  assert.equal(readTime("12 am"), "00:00");
  assert.equal(readTime("14.05"), "14:05");
  for (const text of ["", "14", "24:00", "13:00 PM", "0 pm", "9:60"])
    assert.equal(readTime(text), null, text);
});

test("a period is written in the account's format", () => {
  assert.equal(periodText("2026-11-01", "2026-11-17"), "1 Nov to 17 Nov 2026");
  assert.equal(periodText("2025-11-01", "2026-11-17"), "1 Nov 2025 to 17 Nov 2026");
  assert.equal(periodText("abc", "2026-11-17"), "abc to 17 Nov 2026");
  inFormat("en-US", () => {
    assert.equal(periodText("2026-11-01", "2026-11-17"), "Nov 1 to Nov 17, 2026");
    assert.equal(
      periodText("2026-11-01T14:00", "2026-11-01T15:30"),
      "Nov 1, 2026, 2:00 PM until 3:30 PM",
    );
  });
  inFormat("sv-SE", () =>
    assert.equal(periodText("2026-11-01", "2026-11-17"), "2026 Nov 1 to 2026 Nov 17"),
  );
});

test("the weeks of a calendar begin as in the account's format", () => {
  assert.equal(DEFAULT_RULES.firstDay, 1);
  assert.deepEqual(monthGrid("2026-11")[0]?.slice(0, 2), ["2026-10-26", "2026-10-27"]);
  inFormat("en-US", () => {
    assert.deepEqual(
      weekColumns().map(({ name, isWeekend }) => (isWeekend ? name.toUpperCase() : name)),
      ["SUN", "Mon", "Tue", "Wed", "Thu", "Fri", "SAT"],
    );
    const weeks = monthGrid("2026-11");
    assert.equal(weeks[0]?.[0], "2026-11-01");
    assert.equal(weeks.at(-1)?.at(-1), "2026-12-05");
  });
});
