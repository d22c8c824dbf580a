import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "#lib/kernel/period.ts";
import type { MovementKind } from "#lib/kernel/vocabulary/bank-statements.ts";
import type { Movement } from "../types.ts";
import { matchLines } from "./match-lines.ts";

type Line = Parameters<typeof matchLines>[0][number];

let lines = 0;

function lineOf(amountMinor: bigint, more: Partial<Line> = {}): Line {
  return {
    id: `bln_${String(++lines).padStart(24, "0")}`,
    currency: "EUR",
    amountMinor,
    bookingDay: more.valueDay ?? "2026-11-03",
    valueDay: "2026-11-03",
    entryReference: null,
    references: [],
    text: "",
    ...more,
  };
}

const settled = (id: string, amountMinor: bigint, more: Partial<Movement> = {}): Movement => ({
  kind: "settlement_paid",
  objectId: `stl_01${id}`,
  currency: "EUR",
  amountMinor,
  day: "2026-11-03",
  reference: `PDK-${id}`,
  references: [`stl_01${id}`, `PDK-${id}`],
  name: null,
  ...more,
});
const sent = (id: string, amountMinor: bigint, more: Partial<Movement> = {}): Movement => ({
  ...settled(id, -amountMinor),
  kind: "payout_sent",
  objectId: `po_01${id}`,
  references: [`po_01${id}`, `INV-${id}`, "pob_01batch"],
  ...more,
});

const shown = (result: ReturnType<typeof matchLines>) => ({
  matches: result.matches.map(({ lineId, movements, confidence }) => [
    lineId,
    movements.map(({ objectId }) => objectId).join(),
    confidence,
  ]),
  findings: [...result.findings].map(([id, { code, object, differenceMinor, count }]) => [
    id,
    code,
    object?.id ?? null,
    differenceMinor,
    count,
  ]),
});

test("a reference in a field or in the text matches exactly, in any spelling of a bank", () => {
  const spellings: Partial<Line>[] = [
    { references: ["PDK-4711ABC"] },
    { references: ["pdk4711abc"] },
    { entryReference: "PDK 4711 ABC" },
    { text: "SETTLEMENT PDK-4711ABC THANK YOU" },
    { text: "settlement stl_014711abc" },
    { text: "SETTLEMENT STL 014711 ABC" },
    { text: "long ago", references: ["PDK-4711ABC"], valueDay: "2026-11-30" },
  ];
  for (const spelling of spellings) {
    const line = lineOf(5_000n, spelling);
    const { matches } = shown(matchLines([line], [settled("4711ABC", 5_000n)]));
    assert.deepEqual(matches, [[line.id, "stl_014711ABC", "exact"]], JSON.stringify(spelling));
  }
});

test("a reference of a payout tells sending and return apart by the direction", () => {
  const movements = [
    sent("7AAAA", 5_000n),
    sent("7AAAA", -5_000n, { kind: "payout_returned", day: "2026-11-05" }),
  ];
  const out = lineOf(-5_000n, { references: ["INV-7AAAA"] });
  const back = lineOf(5_000n, { references: ["INV-7AAAA"], valueDay: "2026-11-05" });
  const { matches } = matchLines([back, out], movements);
  assert.deepEqual(
    matches.map(({ lineId, movements: [one] }) => [lineId, one?.kind]),
    [
      [out.id, "payout_sent"],
      [back.id, "payout_returned"],
    ],
  );
});

test("a line with the reference of a batch matches all its payouts if they add up", () => {
  const batch = [sent("A", 1_000n), sent("B", 2_500n)];
  const line = lineOf(-3_500n, { references: ["pob_01batch"] });
  assert.deepEqual(shown(matchLines([line], batch)).matches, [[line.id, "po_01A,po_01B", "exact"]]);
  const short = lineOf(-3_400n, { references: ["pob_01batch"] });
  const { matches, findings } = shown(matchLines([short], batch));
  assert.deepEqual([matches, findings], [[], [[short.id, "partial", null, 100n, 2]]]);
});

test("a line with the references of a payout and of its batch is about that payout", () => {
  const batch = [sent("AAAAAA", 1_000n), sent("BBBBBB", 1_000n)];
  const line = lineOf(-1_000n, { references: ["INV-BBBBBB", "pob_01batch"] });
  assert.deepEqual(shown(matchLines([line], batch)).matches, [[line.id, "po_01BBBBBB", "exact"]]);
});

test("a different amount under a reference is never matched, and the finding says what differs", () => {
  const object = settled("DIFF01", 10_000n);
  const payout = sent("DIFF02", 10_000n);
  const cases: [line: Line, code: string, object: string, difference: bigint | null][] = [
    [lineOf(9_750n, { text: "PDK-DIFF01" }), "fee", "stl_01DIFF01", -250n],
    [lineOf(6_000n, { text: "PDK-DIFF01" }), "partial", "stl_01DIFF01", -4_000n],
    [lineOf(10_001n, { text: "PDK-DIFF01" }), "more", "stl_01DIFF01", 1n],
    [lineOf(10_000n, { text: "PDK-DIFF01", currency: "USD" }), "currency", "stl_01DIFF01", null],
    [lineOf(-10_150n, { text: "INV-DIFF02" }), "fee", "po_01DIFF02", -150n],
    [lineOf(-4_000n, { text: "INV-DIFF02" }), "partial", "po_01DIFF02", 6_000n],
  ];
  for (const [line, code, id, difference] of cases) {
    const { matches, findings } = shown(matchLines([line], [object, payout]));
    assert.deepEqual([matches, findings], [[], [[line.id, code, id, difference, 1]]]);
  }
});

test("without a reference, amount and value date match as likely, within five days", () => {
  for (const [day, isMatched] of [
    ["2026-11-01", false],
    ["2026-11-02", true],
    ["2026-11-03", true],
    ["2026-11-08", true],
    ["2026-11-09", false],
  ] as const) {
    const line = lineOf(5_000n, { valueDay: day });
    const { matches } = shown(matchLines([line], [settled("X", 5_000n)]));
    assert.deepEqual(matches, isMatched ? [[line.id, "stl_01X", "likely"]] : [], day);
  }
  const usd = lineOf(5_000n, { currency: "USD" });
  assert.equal(matchLines([usd], [settled("X", 5_000n)]).matches.length, 0);
});

test("a line with another reference is not about a payout, but can be about a settlement", () => {
  const line = lineOf(-5_000n, { references: ["RENT-11"] });
  assert.equal(matchLines([line], [sent("X", 5_000n)]).matches.length, 0);
  const credit = lineOf(5_000n, { references: ["ACQUIRER 11"] });
  assert.equal(matchLines([credit], [settled("X", 5_000n)]).matches[0]?.confidence, "likely");
});

test("equal amounts are told apart by their day; on one day they stay open and are counted", () => {
  const weekly = [settled("A", 5_000n), settled("B", 5_000n, { day: "2026-11-05" })];
  const [one, two] = [lineOf(5_000n), lineOf(5_000n, { valueDay: "2026-11-05" })];
  assert.deepEqual(shown(matchLines([two, one], weekly)).matches, [
    [one.id, "stl_01A", "likely"],
    [two.id, "stl_01B", "likely"],
  ]);
  const sameDay = [settled("A", 5_000n), settled("B", 5_000n)];
  const twins = [lineOf(5_000n), lineOf(5_000n)];
  const { matches, findings } = shown(matchLines(twins, sameDay));
  assert.deepEqual(matches, []);
  assert.deepEqual(
    findings.map(([, code, , , count]) => [code, count]),
    [
      ["ambiguous", 2],
      ["ambiguous", 2],
    ],
  );
});

const kinds = fc.constantFrom<MovementKind>("settlement_paid", "payout_sent", "payout_returned");
const scenes = fc.record({
  movements: fc.uniqueArray(
    fc.record({
      kind: kinds,
      n: fc.nat(30),
      amount: fc.constantFrom(100n, 200n, 300n),
      day: fc.nat(6),
      currency: fc.constantFrom("EUR", "USD"),
    }),
    { selector: ({ kind, n }) => `${kind} ${n}`, maxLength: 12 },
  ),
  lines: fc.array(
    fc.record({
      amount: fc.constantFrom(-300n, -200n, -100n, 100n, 200n, 300n, 400n),
      day: fc.nat(8),
      currency: fc.constantFrom("EUR", "USD"),
      refersTo: fc.option(fc.nat(30)),
    }),
    { maxLength: 12 },
  ),
});

test("whatever the order, the result is the same: one object per line at most, amounts always equal", () => {
  fc.assert(
    fc.property(scenes, fc.infiniteStream(fc.nat()), (scene, random) => {
      const movements = scene.movements.map(({ kind, n, amount, day, currency }): Movement => {
        const id = `N${String(n).padStart(6, "0")}`;
        const amountMinor = kind === "payout_sent" ? -amount : amount;
        const objectId = kind === "settlement_paid" ? `stl_${id}` : `po_${id}`;
        const references = [objectId, id];
        return {
          kind,
          objectId,
          currency,
          amountMinor,
          day: addDays("2026-11-01", day),
          reference: id,
          references,
          name: null,
        };
      });
      const given = scene.lines.map(({ amount, day, currency, refersTo }) =>
        lineOf(amount, {
          currency,
          valueDay: addDays("2026-11-01", day),
          references: refersTo === null ? [] : [`N${String(refersTo).padStart(6, "0")}`],
        }),
      );
      const shuffled = <T>(list: readonly T[]) =>
        list
          .map((value) => [random.next().value as number, value] as const)
          .sort(([a], [b]) => a - b)
          .map(([, value]) => value);
      const result = matchLines(given, movements);
      const other = matchLines(shuffled(given), shuffled(movements));
      const sorted = (all: ReturnType<typeof shown>) => ({
        matches: all.matches.map(String).sort(),
        findings: all.findings.map(String).sort(),
      });
      assert.deepEqual(sorted(shown(other)), sorted(shown(result)));
      const taken = result.matches.flatMap((match) =>
        match.movements.map(({ kind, objectId }) => `${kind} ${objectId}`),
      );
      assert.equal(new Set(taken).size, taken.length, "an object twice");
      const matched = result.matches.map(({ lineId }) => lineId);
      assert.equal(new Set(matched).size, matched.length, "a line twice");
      for (const match of result.matches) {
        const line = given.find(({ id }) => id === match.lineId)!;
        const sum = match.movements.reduce((total, one) => total + one.amountMinor, 0n);
        assert.equal(sum, line.amountMinor);
        assert.ok(match.movements.every(({ currency }) => currency === line.currency));
      }
    }),
    { numRuns: 500 },
  );
});
