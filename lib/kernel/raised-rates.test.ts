import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  evidenceOf,
  leastDetectable,
  raisedWindow,
  rateOf,
  scanWindows,
  silenceOf,
  type Tally,
} from "./raised-rates.ts";

/** A deterministic generator of numbers below 1. */
function dice(seed: number): () => number {
  let state = seed * 2_654_435_761 + 12_345;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

function draw(of: number, risk: number, random: () => number): Tally {
  let declined = 0;
  for (let n = 0; n < of; n++) if (random() < risk) declined++;
  return { of, declined };
}

const tally = fc.tuple(fc.nat(40), fc.nat(40)).map(([declined, approved]) => ({
  of: declined + approved,
  declined,
}));

/** ln of n choose k */
const choose = (n: number, k: number) => {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i);
  return sum;
};

/** The chance that dealing at random puts at least as many declines into the slice, computed exactly. */
function chancePlainly(slice: Tally, rest: Tally): number {
  const [all, declined] = [slice.of + rest.of, slice.declined + rest.declined];
  let chance = 0;
  for (let k = slice.declined; k <= Math.min(slice.of, declined); k++) {
    if (declined - k > rest.of) continue;
    chance += Math.exp(choose(slice.of, k) + choose(rest.of, declined - k) - choose(all, declined));
  }
  return chance;
}

test("the evidence never exceeds what the exact chance allows", () => {
  fc.assert(
    fc.property(tally, tally, (slice, rest) => {
      const evidence = evidenceOf(slice, rest);
      if (evidence === 0) return;
      assert.ok(chancePlainly(slice, rest) <= Math.exp(-evidence) * 1.000001);
    }),
    { numRuns: 500 },
  );
});

test("the evidence of fractions is a number, also where a difference of sums is a little below none", () => {
  const slice = { of: 20, declined: 20 };
  const none = evidenceOf(slice, { of: 30, declined: 0 });
  for (const declined of [1e-15, -1e-15]) {
    const evidence = evidenceOf(slice, { of: 30, declined });
    assert.ok(Math.abs(evidence - none) < 1e-9, `${declined}: ${evidence}`);
  }
});

test("series without a difference have no raised window on 300 seeds, in line or in a circle", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = dice(seed);
    const series = Array.from({ length: 28 }, () => draw(40, 0.11, random));
    assert.equal(raisedWindow(series), null, `seed ${seed}`);
    assert.equal(raisedWindow(series, { circle: true }), null, `seed ${seed}`);
  }
});

test("hours that are too few alone are found as one window, across midnight too", () => {
  const hours = Array.from({ length: 24 }, () => ({ of: 30, declined: 3 }));
  for (const hour of [22, 23, 0, 1, 2]) hours[hour] = { of: 6, declined: 4 };
  const found = raisedWindow(hours, { circle: true });
  assert.deepEqual([found?.from, found?.to], [22, 2]);
  assert.deepEqual(found?.slice, { of: 30, declined: 20 });
});

test("a slot of fewer than 20 payments is no finding, however high its rate", () => {
  const series = Array.from({ length: 7 }, () => ({ of: 2_000, declined: 20 }));
  series[3] = { of: 19, declined: 19 };
  assert.ok((raisedWindow(series)?.slice.of ?? 20) >= 20);
  assert.equal(
    raisedWindow([
      { of: 2, declined: 0 },
      { of: 30, declined: 20 },
    ]),
    null,
  );
});

test("a window counts the payments outside the series as usual ones", () => {
  const series = [
    { of: 20, declined: 18 },
    { of: 20, declined: 18 },
  ];
  assert.equal(scanWindows(series).best, null, "no rest to compare all with");
  const { best } = scanWindows(series, { outside: { of: 900, declined: 90 } });
  assert.deepEqual([best?.from, best?.to], [0, 1]);
});

test("what is stated as the least detectable rise is found in most samples, and what is smaller is not claimed", () => {
  const days = Array.from({ length: 30 }, () => ({ of: 100, declined: 12 }));
  const { tests } = scanWindows(days);
  const least = leastDetectable({ of: 3_000, declined: 360 }, tests)!;
  assert.deepEqual([least.of, rateOf({ of: 3_000, declined: 360 })], [300, least.usual]);
  let found = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = dice(seed);
    const series = days.map(({ of }, day) =>
      draw(of, day >= 10 && day < 13 ? least.rate : least.usual, random),
    );
    if (raisedWindow(series)) found++;
  }
  assert.ok(found >= 42, `${found} of 60`);
});

test("few payments allow no negative finding", () => {
  assert.deepEqual(silenceOf({ of: 30, declined: 3 }, 400), { kind: "too_few", payments: 30 });
  assert.equal(silenceOf({ of: 5_000, declined: 500 }, 400).kind, "nothing");
});
