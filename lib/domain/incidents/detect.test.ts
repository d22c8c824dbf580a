import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  alarmsOf,
  gainOf,
  leastDeclines,
  observe,
  SHARES,
  sliceKey,
  thresholdOf,
} from "./detect.ts";
import { type History, normsFrom, WEEKS } from "./norms.ts";
import { notRecovered, recover, recoveredSince } from "./recover.ts";
import type { Decided, Norms } from "./types.ts";

const CODES = new Map([
  ["insufficient_funds", 900],
  ["do_not_honor", 400],
  ["issuer_unavailable", 30],
]);

const history = (dimension: History["dimension"], value: string, perHour: number): History => ({
  ...{ dimension, value },
  near: { of: perHour * 3 * WEEKS, declined: Math.round(perHour * 0.3 * WEEKS) },
  all: { of: perHour * 24 * 7 * WEEKS, declined: Math.round(perHour * 2.4 * 7 * WEEKS) },
  codes: CODES,
});

const NORMS: Norms = normsFrom(
  [
    history("all", "", 60),
    history("method", "card", 60),
    history("issuer", "A", 20),
    history("issuer", "B", 40),
    history("bin", "1", 20),
    history("issuer_country", "DE", 60),
  ],
  WEEKS * 7,
);

const payment = (atMs: number, params: Partial<Decided> & { issuer?: string } = {}): Decided => {
  const { issuer = "A", ...own } = params;
  const bin = issuer === "A" ? "1" : "2";
  const values = { all: "", method: "card", issuer, bin, issuer_country: "DE" };
  return { atMs, declined: false, code: null, values, ...own };
};
const declined = (atMs: number, code = "do_not_honor", issuer = "A") =>
  payment(atMs, { declined: true, code, issuer });

const payments = fc
  .array(
    fc.record({
      declined: fc.boolean(),
      code: fc.constantFrom(...CODES.keys(), "a_new_code"),
      issuer: fc.constantFrom("A", "B", "C"),
    }),
    { maxLength: 60 },
  )
  .map((some) =>
    some.map(({ declined: isDeclined, code, issuer }, n) =>
      isDeclined ? declined(n, code, issuer) : payment(n, { issuer }),
    ),
  );

test("payments taken at once or in any portions lead to the same tests", () => {
  fc.assert(
    fc.property(payments, fc.nat(), (some, cut) => {
      const at = some.length === 0 ? 0 : cut % some.length;
      const whole = observe({}, NORMS, some);
      const parts = observe(observe({}, NORMS, some.slice(0, at)), NORMS, some.slice(at));
      assert.deepEqual(parts, whole);
    }),
  );
});

test("tests are never below zero, approvals raise none and a slice without a norm has none", () => {
  fc.assert(
    fc.property(payments, (some) => {
      const before = observe({}, NORMS, some);
      const after = observe(before, NORMS, [payment(100)]);
      for (const [key, running] of Object.entries(after)) {
        assert.notEqual(key, sliceKey("issuer", "C"));
        for (const [alternative, { gain, of, declined: declines }] of Object.entries(running)) {
          assert.ok(gain > 0 && declines <= of);
          assert.ok(gain <= before[key]![alternative]!.gain);
        }
      }
    }),
  );
});

test("each alternative is a distribution: the expected likelihood ratio at the usual rate is one", () => {
  const norm = NORMS.slices.get(sliceKey("issuer", "A"))!;
  for (const alternative of ["outage", "partial", "code:do_not_honor"]) {
    // Codes in the shares of the norm; the shares of rare codes are raised, so scale them to one.
    const all = [...norm.codes].reduce((sum, [, share]) => sum + share, 0);
    const approved = (1 - norm.rate) * Math.exp(gainOf(norm, alternative, payment(0)));
    const refused = [...norm.codes].reduce((sum, [code, share]) => {
      const ratio = Math.exp(gainOf(norm, alternative, { declined: true, code }));
      return sum + ((norm.rate * share) / all) * ratio;
    }, 0);
    assert.ok(approved + refused < 1.03, `${alternative}: ${approved + refused}`);
  }
});

test("the shares of the slices' dimensions are one, and a threshold grows with the account", () => {
  const sum = Object.values(SHARES).reduce((all, one) => all + one, 0);
  assert.ok(Math.abs(sum - 1) < 1e-9);
  const larger = { ...NORMS, perMonth: 10 * NORMS.perMonth };
  const more = thresholdOf(larger, "issuer", "outage") - thresholdOf(NORMS, "issuer", "outage");
  assert.ok(Math.abs(more - Math.log(10)) < 1e-9);
});

test("an outage with one rare code is found after three declines, one with the usual codes after the stated number", () => {
  const found = (code: (n: number) => string) => {
    for (let n = 1; n < 50; n++) {
      const some = Array.from({ length: n }, (_, at) => declined(at, code(at)));
      if (alarmsOf(observe({}, NORMS, some), NORMS).length > 0) return n;
    }
    return 50;
  };
  assert.equal(
    found(() => "issuer_unavailable"),
    3,
  );
  const mixed = found((n) => [...CODES.keys()][n % 2]!);
  assert.equal(mixed, leastDeclines(NORMS, NORMS.slices.get(sliceKey("issuer", "A"))!));
});

test("an alarm names the slice that has the outage, not one that contains it", () => {
  const some = Array.from({ length: 30 }, (_, at) =>
    at % 3 === 0 ? declined(at) : payment(at, { issuer: "B" }),
  );
  const [alarm] = alarmsOf(observe({}, NORMS, some), NORMS);
  assert.deepEqual([alarm?.dimension, alarm?.value, alarm?.sinceMs], ["issuer", "A", 0]);
});

test("an incident ends after a run of approvals, not after one between declines, and after a day without payments", () => {
  const slice = { dimension: "issuer", value: "A" } as const;
  const rates = { norm: { rate: 0.1 }, risk: 1 };
  const mixed = Array.from({ length: 100 }, (_, n) => (n % 10 === 0 ? payment(n) : declined(n)));
  const during = recover(notRecovered(0), slice, rates, mixed);
  assert.equal(recoveredSince(during, 100), null);
  const others = Array.from({ length: 100 }, (_, n) => payment(n, { issuer: "B" }));
  assert.deepEqual(recover(during, slice, rates, others), during);
  const run = Array.from({ length: 5 }, (_, n) => payment(100 + n));
  assert.equal(recoveredSince(recover(during, slice, rates, run), 200), 100);
  assert.equal(recoveredSince(during, during.lastMs + 25 * 3_600_000), during.lastMs);
});

test("a slice with few payments in eight weeks, or with hardly an approval, has no norm", () => {
  const few = { ...history("issuer", "F", 20), all: { of: 49, declined: 4 } };
  const down = { ...history("issuer", "D", 20), near: { of: 480, declined: 470 } };
  const { slices } = normsFrom([history("all", "", 60), few, down], WEEKS * 7);
  assert.deepEqual([...slices.keys()], ["all:"]);
});
