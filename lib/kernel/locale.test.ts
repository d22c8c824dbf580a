import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalIn, formatMinorIn } from "./locale.ts";
import { localeRules } from "./locale-rules.ts";
import { formatMinor, MAX_AMOUNT_MINOR } from "./money.ts";
import { amountField, readAmount } from "./read-amount.ts";
import { LOCALES, type Locale } from "./vocabulary/locales.ts";

const CURRENCIES = ["EUR", "JPY", "KWD", "CLF"];
const AMOUNTS = [0n, 1n, 9n, 10n, 99n, 123n, 999n, 1_000n, 12_345n, 100_000n, 123_456_789_012n];

/** Linear congruential, so that a failure repeats. */
function* randomAmounts(count: number): Generator<bigint> {
  for (let state = 7n, i = 0; i < count; i += 1) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    yield (state >> 20n) % 10n ** BigInt(1 + (i % 11));
  }
}

test("a formatted amount parses back to the same amount in every offered locale", () => {
  for (const locale of LOCALES) {
    for (const currency of CURRENCIES) {
      for (const minor of [...AMOUNTS, MAX_AMOUNT_MINOR, ...randomAmounts(500)]) {
        const shown = formatMinorIn(localeRules(locale), minor, currency).slice(0, -4);
        for (const text of [shown, amountField(localeRules(locale), minor, currency)]) {
          const read = readAmount(localeRules(locale), text, currency);
          // Refused rather than read as another amount.
          if (read.minor === null) assert.match(read.fault, /can be/, `${locale} ${text}`);
          else assert.equal(read.minor, minor, `${locale} ${text} ${currency}`);
          if (currency !== "JPY" || !/[.,]/.test(text)) assert.equal(read.minor, minor);
        }
      }
    }
  }
});

test("numbers are written as Intl writes them", () => {
  // The runtime's data has an ASCII apostrophe in some versions.
  const intl = (locale: Locale, value: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value).replace("'", "’");
  for (const locale of LOCALES) {
    for (const value of [0.5, 999.25, 1_234.5, 12_345.75, 123_456.25]) {
      assert.equal(decimalIn(localeRules(locale), value.toFixed(2)), intl(locale, value), locale);
    }
  }
});

test("the order of a date, the clock and the first day of the week are those of Intl", () => {
  const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric" } as const;
  for (const locale of LOCALES) {
    const format = new Intl.DateTimeFormat(locale, fields);
    const order = format
      .formatToParts(0)
      .flatMap(({ type }) => (["year", "month", "day"].includes(type) ? [type[0]] : []))
      .join("");
    const { order: ours, hasHalfDays, firstDay } = localeRules(locale);
    assert.deepEqual(
      [ours, hasHalfDays],
      [order, format.resolvedOptions().hourCycle === "h12"],
      locale,
    );
    const info = new Intl.Locale(locale) as { getWeekInfo?: () => { firstDay: number } };
    if (info.getWeekInfo) assert.equal(firstDay, info.getWeekInfo().firstDay, locale);
  }
});

test("an amount is read by its locale, and refused where it can be two", () => {
  const read = (locale: Locale, text: string, currency = "EUR") => {
    const { minor, fault } = readAmount(localeRules(locale), text, currency);
    return minor === null ? fault : String(minor);
  };
  assert.equal(read("de-DE", "1.234,56"), "123456");
  assert.equal(read("de-DE", "1.234"), "123400");
  assert.equal(read("de-DE", "12.50"), "1250");
  assert.equal(read("en-GB", "12,50"), "1250");
  assert.equal(read("en-GB", "1,234"), "123400");
  assert.equal(read("de-CH", "1'234.50"), "123450");
  assert.equal(read("fr-FR", "1 234,5"), "123450");
  const not = "This is not an amount in EUR.";
  for (const text of [
    "1,234.56",
    "1.23.456",
    "1.2345",
    "12.34.567",
    "1,234",
    "-5",
    "",
    "1 2",
    "1e3",
  ]) {
    assert.equal(read("de-DE", text), not, text);
  }
  for (const text of ["1.234,56", "1.234", "12,34,567"])
    assert.equal(read("en-GB", text), not, text);
  assert.equal(
    read("en-GB", "1,234", "KWD"),
    "This can be 1234.000 or 1.234 KWD. Enter one of the two.",
  );
  assert.equal(read("de-DE", "1,234", "KWD"), "1234");
  assert.equal(read("de-DE", "1.234", "JPY"), "1234");
  assert.equal(read("en-GB", "1234.5", "JPY"), "This is not an amount in JPY.");
});

test("en-GB is written as before", () => {
  for (const minor of [0n, -123_456n, 99n, 100_000_000n]) {
    assert.equal(formatMinorIn(localeRules("en-GB"), minor, "EUR"), formatMinor(minor, "EUR"));
  }
});
