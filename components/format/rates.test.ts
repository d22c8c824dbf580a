import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  baseText,
  changeInWords,
  countChange,
  growthOf,
  isFirm,
  percent,
  pointsBetween,
  rateChange,
  rateInWords,
  rateText,
} from "./rates.ts";

const counts = fc.tuple(fc.nat(5_000), fc.nat(5_000)).map(([part, rest]) => ({
  part,
  of: part + rest,
}));

test("a rate has one decimal, and only all is 100.0 %, only nothing 0.0 %", () => {
  assert.equal(percent(97.5), "97.5 %");
  assert.equal(percent(99.97), "99.9 %");
  assert.equal(percent(0.01), "0.1 %");
  assert.equal(rateText({ part: 0, of: 0 }), "–");
  fc.assert(
    fc.property(counts, ({ part, of }) => {
      if (of === 0) return;
      const text = rateText({ part, of });
      assert.match(text, /^\d{1,3}\.\d %$/);
      assert.equal(text === "100.0 %", part === of);
      assert.equal(text === "0.0 %", part === 0);
    }),
  );
});

test("a rate of fewer than 20 is stated as its counts", () => {
  assert.equal(rateInWords({ part: 12, of: 15 }), "12 of 15");
  assert.equal(rateInWords({ part: 18, of: 20 }), "90.0 %");
  assert.equal(baseText({ of: 1 }), "of 1 payment");
  assert.equal(baseText({ of: 1_204 }, "delivery"), "of 1,204 deliveries");
});

test("rates are compared only if both consist of 20 or more", () => {
  const [two, many] = [
    { part: 2, of: 2 },
    { part: 80, of: 100 },
  ];
  assert.equal(pointsBetween(many, two), null, "no fall from 2 of 2");
  assert.equal(pointsBetween(two, many), null);
  assert.equal(pointsBetween(many, null), null);
  assert.equal(pointsBetween(many, { part: 90, of: 100 }), -10);
  fc.assert(
    fc.property(counts, counts, (now, before) => {
      assert.equal(pointsBetween(now, before) !== null, isFirm(now) && isFirm(before));
    }),
  );
});

test("a change is coloured only if chance does not explain it", () => {
  const before = { part: 450, of: 500 };
  assert.deepEqual(rateChange({ part: 400, of: 500 }, before, "before"), {
    text: "−10.0 points vs before",
    good: false,
  });
  assert.equal(rateChange({ part: 17, of: 20 }, before, "before")?.good, null);
  assert.equal(rateChange({ part: 1, of: 1 }, before, "before"), undefined);
});

test("a count is compared only with 20 or more, and never in red", () => {
  assert.equal(countChange(0, 1, "before"), undefined, "no −100 % from one");
  assert.equal(countChange(5, null, "before"), undefined);
  assert.deepEqual(countChange(30, 20, "before"), { text: "+50.0 % vs before", good: null });
  assert.equal(growthOf({ value: 5, of: 1 }, { value: 900, of: 19 }), null);
});

test("a change in words names its direction, or that there is none", () => {
  assert.equal(changeInWords(3.14, "points", "May"), "up 3.1 points vs May");
  assert.equal(changeInWords(-50, "percent", "May"), "down 50.0 % vs May");
  assert.equal(changeInWords(0.2, "percent", "May"), "unchanged vs May");
  assert.equal(changeInWords(null, "percent", "May"), null);
});
