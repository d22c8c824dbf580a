import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { localeRules } from "#lib/kernel/locale-rules.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { LOCALES, type Locale } from "#lib/kernel/vocabulary/locales.ts";
import { statusChoices } from "../choices.ts";
import type { FilterDef, FilterValues } from "../filters.ts";
import { suggestionsFor } from "./suggestions.ts";
import { parseFilter, printFilter } from "./syntax.ts";

const STATUSES = ["succeeded", "failed", "requires_capture", "partially_refunded"];
const DEFS: readonly FilterDef[] = [
  { key: "q", label: "Search payments", kind: "search", placeholder: "Id" },
  { key: "status", label: "Status", kind: "choice", many: true, choices: statusChoices(STATUSES) },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: ["EUR", "JPY"] },
  {
    key: "currency",
    label: "Currency",
    kind: "choice",
    many: true,
    open: /^[A-Z]{3}$/,
    choices: [{ value: "EUR", label: "EUR" }],
  },
  { key: "issuer", label: "Issuer", kind: "text", starts: true },
  { key: "issuer_country", label: "Issuer country", kind: "text", upper: true },
  {
    key: "due",
    label: "Response due",
    kind: "period",
    presets: [{ value: "in3d", label: "within 3 days" }],
  },
  {
    key: "place",
    label: "Place",
    kind: "choice",
    choices: [{ value: "a,b", label: "both places" }],
  },
  { key: "customer", label: "Customer", kind: "text" },
];

const read = (text: string) => {
  const { values, faults } = parseFilter(DEFS, text, { currency: "EUR" });
  assert.deepEqual(faults, [], text);
  return values;
};

test("words of the text are the filters of the address", () => {
  const cases: Record<string, Record<string, string>> = {
    "status:failed issuer:nordlicht amount>100 last7d": {
      status: "failed",
      issuer: "nordlicht*",
      amount: "EUR:100.01..",
      created: "7d",
    },
    "status:failed,To_Capture Status:succeeded": {
      status: "failed,requires_capture,succeeded",
    },
    'status:"Part refunded"': { status: "partially_refunded" },
    'issuer:"Nordlicht Bank" issuer_country:de': { issuer: "Nordlicht Bank", issuer_country: "DE" },
    "issuer:none": { issuer: "none" },
    "amount>=10 amount<50.5": { amount: "EUR:10..50.49" },
    "amount:10..50GBP": { amount: "GBP:10..50" },
    "amount:12.90": { amount: "EUR:12.90..12.90" },
    "amount>100 currency:jpy": { amount: "JPY:101..", currency: "JPY" },
    today: { created: "today" },
    "2026-11-01..2026-11-20": { created: "2026-11-01..2026-11-20" },
    "created:2026-11-20": { created: "2026-11-20..2026-11-20" },
    "created>=2026-11-01 created<2026-11-21": { created: "2026-11-01..2026-11-20" },
    "response_due:in3d": { due: "in3d" },
    "order 1042 status:failed late": { q: "order 1042 late", status: "failed" },
    '"status:failed" https://shop.example': { q: "status:failed https://shop.example" },
    "place:both_places": { place: "a,b" },
  };
  for (const [text, values] of Object.entries(cases)) assert.deepEqual(read(text), values, text);
});

/** As if the account had the format. */
function withFormat(locale: Locale, run: () => void) {
  globalThis.__paydeskRequestFormat = () => ({ rules: localeRules(locale) });
  try {
    run();
  } finally {
    globalThis.__paydeskRequestFormat = undefined;
  }
}

test("amounts are read and written in the account's format, and are plain in the address", () => {
  withFormat("de-DE", () => {
    const cases: Record<string, string> = {
      "amount>=1.234,50": "EUR:1234.50..",
      "amount:1.234": "EUR:1234.00..1234.00",
      "amount:10,5..1.000EUR": "EUR:10.50..1000.00",
      "amount<=12.50": "EUR:..12.50",
      "amount>100": "EUR:100.01..",
    };
    for (const [text, amount] of Object.entries(cases)) assert.deepEqual(read(text), { amount });
    assert.equal(printFilter(DEFS, { amount: "EUR:10.50..99.90" }), "amount:10,50..99,90EUR");
    assert.equal(printFilter(DEFS, { amount: "KWD:1.234.." }), "amount>=1,234KWD");
  });
  withFormat("de-CH", () => {
    assert.deepEqual(read("amount>=1’234.50"), { amount: "EUR:1234.50.." });
    assert.deepEqual(read("amount>=1'234.50"), { amount: "EUR:1234.50.." });
  });
  withFormat("fr-FR", () => {
    assert.deepEqual(read('amount:"1 234,50"'), { amount: "EUR:1234.50..1234.50" });
  });
  assert.deepEqual(read("amount>=1,234.50"), { amount: "EUR:1234.50.." });
});

test("an amount that can be two is refused with both", () => {
  const faultOf = (text: string) => parseFilter(DEFS, text, { currency: "EUR" }).faults[0];
  assert.match(
    faultOf("amount>=1,234KWD")?.message ?? "",
    /“1,234”: This can be 1234\.000 or 1\.234 KWD\. Enter one of the two\./,
  );
  withFormat("de-DE", () => {
    assert.match(faultOf("amount>=1.234KWD")?.message ?? "", /can be 1234,000 or 1,234 KWD/);
    assert.deepEqual(read("amount>=1.234,000KWD"), { amount: "KWD:1234.000.." });
  });
});

test("every amount of an address is written so that it reads back as itself, in every format", () => {
  const currencies = fc.constantFrom("EUR", "JPY", "KWD");
  const minor = fc.option(fc.bigInt({ min: 1n, max: 99_999_999n }), { nil: null });
  fc.assert(
    fc.property(fc.constantFrom(...LOCALES), currencies, minor, minor, (locale, code, a, b) => {
      const [min, max] = [a, b].map((end) => (end === null ? "" : minorToDecimal(end, code)));
      fc.pre(min !== "" || max !== "");
      const values = { amount: `${code}:${min}..${max}` };
      withFormat(locale, () => {
        const printed = printFilter(DEFS, values);
        assert.deepEqual(parseFilter(DEFS, printed), { values, faults: [] }, printed);
      });
    }),
  );
});

test("a word that is not understood is named, with what exists", () => {
  const faultsOf = (text: string) =>
    parseFilter(DEFS, text).faults.map(({ word, message }) => `${word} ${message}`);
  const cases: Record<string, RegExp> = {
    "staus:failed":
      /^staus:failed .*no filter staus\. Filters: status, created, amount, .* in quotes/,
    "status:fail": /^status has no value “fail”. Values: succeeded, failed, requires_capture/,
    "status:": /^status needs a value, for instance status:succeeded\.$/,
    "amount>ten": /^amount cannot read “ten” as an amount.*amount>100/,
    "amount:10EUR..50GBP": /^amount cannot read/,
    "amount<0": /^amount cannot be below 0/,
    "amount>1 amount>2": /^amount is given twice/,
    "created:soon": /^created cannot read “soon” as a period. Write last7d, today/,
    "last7d today": /^created is given twice|^today is given twice/,
    "customer:a customer:b": /^customer is given twice/,
    "customer>a": /^customer takes no >/,
    "-status:failed": /cannot exclude/,
    'customer:"Ada': /quote that is not closed/,
  };
  for (const [text, message] of Object.entries(cases)) {
    const faults = faultsOf(text);
    assert.equal(faults.length, 1, text);
    assert.match(faults[0] ?? "", message);
  }
  const bare = parseFilter([DEFS[1]!], "order 1042").faults[0];
  assert.match(bare?.message ?? "", /no text search. Filters: status\./);
});

test("the text of a filter is what a person would write", () => {
  const cases: Record<string, FilterValues> = {
    "status:failed,succeeded last7d order 1042": {
      status: "failed,succeeded",
      created: "7d",
      q: "order 1042",
    },
    "amount>100EUR": { amount: "EUR:100.01.." },
    "amount<=49JPY": { amount: "JPY:..49" },
    "amount<50EUR": { amount: "EUR:..49.99" },
    "amount>=10.00EUR": { amount: "EUR:10.00.." },
    "amount:10..50EUR": { amount: "EUR:10..50" },
    "issuer:nordlicht issuer_country:DE": { issuer: "nordlicht*", issuer_country: "DE" },
    'issuer:"Nordlicht Bank"': { issuer: "Nordlicht Bank" },
    "2026-11-20": { created: "2026-11-20..2026-11-20" },
    "today due:in3d": { created: "today", due: "in3d" },
    '"last7d"': { q: "last7d" },
  } as Record<string, FilterValues>;
  for (const [text, values] of Object.entries(cases)) assert.equal(printFilter(DEFS, values), text);
});

const some = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined });
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "status:x",
    'a "b',
    "last7d",
    "none",
    "x*",
    "a\\",
    '"',
    "a  b",
    "2026-11-20",
    "k=v",
    "-a:b",
  ),
);
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
const figure = (currency: string) =>
  fc.bigInt({ min: 0n, max: 10n ** 9n }).map((minor) => minorToDecimal(minor, currency));
const amount = fc.constantFrom("EUR", "JPY", "BHD").chain((currency) =>
  fc
    .tuple(some(figure(currency)), some(figure(currency)))
    .filter(([min, max]) => Boolean(min || max))
    .map(([min = "", max = ""]) => `${currency}:${min}..${max}`),
);
const period = fc.oneof(
  fc.constantFrom("7d", "24h", "today", "yesterday", "2026-04-01T14:00..2026-04-01T15:30"),
  fc.constantFrom(
    "2026-04-01T14:00:05.250Z..",
    "2026-04-01T14:00:05.250Z..2026-04-01T15:30:00.000Z",
  ),
  fc
    .tuple(some(day), some(day))
    .filter(([a, b]) => Boolean(a || b))
    .map(([a = "", b = ""]) => `${a}..${b}`),
);
const filters = fc.record({
  q: some(text.filter((one) => one.trim() !== "")),
  status: some(fc.subarray(STATUSES, { minLength: 1 }).map((all) => all.join(","))),
  created: some(period),
  amount: some(amount),
  currency: some(fc.constantFrom("EUR", "SGD,EUR")),
  issuer: some(text.filter((one) => one !== "*")),
  due: some(fc.oneof(fc.constant("in3d"), period)),
  place: some(fc.constant("a,b")),
  customer: some(text),
});

const given = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

test("the text of a filter is read back as the same filter", () => {
  fc.assert(
    fc.property(filters, (made) => {
      const values = given(made);
      const printed = printFilter(DEFS, values);
      assert.deepEqual(parseFilter(DEFS, printed), { values, faults: [] }, printed);
    }),
    { numRuns: 1_000 },
  );
});

test("values of an address that no text could give stay as they are, too", () => {
  const any = fc.record(Object.fromEntries(DEFS.map(({ key }) => [key, some(text)])));
  fc.assert(
    fc.property(any, (made) => {
      const values = given(made);
      const printed = printFilter(DEFS, values);
      assert.deepEqual(parseFilter(DEFS, printed, { current: values }), { values, faults: [] });
    }),
    { numRuns: 1_000 },
  );
});

test("text that was read is printed the same a second time, and any text is read without an exception", () => {
  const word = fc.oneof(
    text,
    fc.constantFrom(
      "status:failed",
      "amount>100",
      "amount<=5.5GBP",
      "created<2026-01-01",
      'issuer:"A B"',
      "issuer:no",
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const { values, faults } = parseFilter(DEFS, words.join(" "));
      if (faults.length > 0) return;
      const printed = printFilter(DEFS, values);
      assert.equal(printFilter(DEFS, parseFilter(DEFS, printed).values), printed);
    }),
    { numRuns: 1_000 },
  );
});

test("names and values are completed at the caret", () => {
  const offered = (text: string, caret = text.length) =>
    suggestionsFor(DEFS, text, caret).items.map((item) => item.insert);
  assert.deepEqual(offered("sta"), ["status:"]);
  assert.deepEqual(offered("status:fa"), ["status:failed"]);
  assert.deepEqual(offered("status:failed,par"), ["status:failed,partially_refunded"]);
  assert.ok(offered("status:").includes("status:requires_capture"));
  assert.deepEqual(offered("capt"), ["status:requires_capture"]);
  assert.ok(offered("last").includes("last7d"));
  assert.ok(offered("due:").includes("due:in3d"));
  assert.deepEqual(offered("am"), ["amount>"]);
  assert.deepEqual(offered("sta order", 3), ["status:"]);
  assert.deepEqual(offered("order 1042"), []);
  assert.equal(offered("").length, DEFS.length - 1);
});
