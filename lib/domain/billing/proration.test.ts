import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { apportion, changeLines, closeLines, sumOf, unusedOf } from "./proration.ts";

const amounts = fc.bigInt({ min: 0n, max: 99_999_999n });
const period = { start: dateFromMs(Date.UTC(2026, 0, 31)), end: dateFromMs(Date.UTC(2026, 1, 28)) };
const lengthS = (period.end.getTime() - period.start.getTime()) / 1000;
const cuts = fc.nat(lengthS).map((seconds) => dateFromMs(period.start.getTime() + seconds * 1000));
const price = (amountMinor: bigint) => ({ description: "Basic", amountMinor });

test("apportioned parts add up to the total, each less than one unit from its exact share", () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(amounts, weights, (total, some) => {
      const all = [...some, 1n];
      const sum = all.reduce((so, weight) => so + weight, 0n);
      const parts = apportion(total, all);
      assert.equal(
        parts.reduce((so, part) => so + part, 0n),
        total,
      );
      for (const [place, part] of parts.entries()) {
        const off = part * sum - total * all[place]!;
        assert.ok(off < sum && -off < sum);
      }
    }),
  );
});

test("1,000 cents split over three equal days are 334, 333 and 333", () => {
  assert.deepEqual(apportion(1_000n, [1n, 1n, 1n]), [334n, 333n, 333n]);
});

test("a change in the middle of a month with an odd price splits it into 500 and 499 cents", () => {
  const half = dateFromMs(period.start.getTime() + 14 * DAY_MS);
  assert.equal(unusedOf(999n, period, half), 499n);
  const lines = changeLines({ from: price(999n), to: price(1_999n), period, moment: half });
  assert.deepEqual(
    lines.map(({ amountMinor }) => amountMinor),
    [-499n, 999n],
  );
});

test("changes between equal prices within a period always add up to that price", () => {
  fc.assert(
    fc.property(amounts, fc.array(cuts, { maxLength: 12 }), (amount, moments) => {
      const lines = moments
        .sort((a, b) => a.getTime() - b.getTime())
        .flatMap((moment) =>
          changeLines({ from: price(amount), to: price(amount), period, moment }),
        );
      assert.equal(amount + sumOf(lines), amount);
    }),
  );
});

test("over any changes of plan and quantity, each price is charged for the time it applied", () => {
  const changes = fc.array(
    fc.record({ moment: cuts, unit: fc.bigInt({ min: 1n, max: 99_999n }), quantity: fc.nat(50) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(amounts, changes, (first, some) => {
      const walk = [...some].sort((a, b) => a.moment.getTime() - b.moment.getTime());
      let [current, since, paid, exact] = [first, period.start, first, 0n];
      const span = BigInt(period.end.getTime() - period.start.getTime());
      const inForce = (until: Date) => current * BigInt(until.getTime() - since.getTime());
      for (const { moment, unit, quantity } of walk) {
        const next = unit * BigInt(quantity);
        paid += sumOf(changeLines({ from: price(current), to: price(next), period, moment }));
        exact += inForce(moment);
        [current, since] = [next, moment];
      }
      exact += inForce(period.end);
      // Each change is rounded once, by at most half a unit on either side.
      const off = paid * span - exact;
      const most = span * BigInt(walk.length);
      assert.ok(off <= most && -off <= most);
    }),
  );
});

test("an invoice is never negative, and an excess credit is carried to the next invoice in full", () => {
  const lines = fc.array(fc.bigInt({ min: -99_999_999n, max: 99_999_999n }), { maxLength: 10 });
  fc.assert(
    fc.property(lines, (some) => {
      const all = some.map((amountMinor) => ({
        description: "",
        amountMinor,
        proration: true,
        period,
      }));
      const closed = closeLines(all, period.start);
      assert.ok(closed.amountDueMinor >= 0n);
      assert.equal(sumOf(closed.lines), closed.amountDueMinor);
      assert.equal(closed.amountDueMinor + (closed.carried?.amountMinor ?? 0n), sumOf(all));
    }),
  );
});
