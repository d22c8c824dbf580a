import assert from "node:assert/strict";
import { test } from "node:test";
import { useClock } from "#lib/kernel/clock.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";

test("home shows any days of the past, and compares them with days before, four weeks or a year before", async (t) => {
  const merchant = await createMerchant({ country: "DE" });
  const visitor = await signedIn(merchant);
  t.after(useClock({ nowMs: () => Date.parse("2026-04-15T10:30:00Z") }));
  const on = (day: string, amount: bigint) =>
    paymentRow(merchant, {
      ...{ createdAt: new Date(`${day}T12:00:00Z`), outcome: "approved" as const, amount },
    });
  await on("2026-03-02", 100n);
  await on("2026-03-04", 200n);
  await on("2026-03-05", 1n);
  await on("2026-02-22", 30n);
  await on("2026-02-03", 40n);
  await on("2025-03-05", 50n);
  await on("2025-03-02", 60n);
  await on("2026-04-15", 70n);
  const read = async (compare: string, range = "2026-03-02..2026-03-04") => {
    const { body } = await visitor.get(`/test/home?range=${range}&compare=${compare}`);
    const days = body.days.map(({ day, volume }: Record<string, string>) => `${day} ${volume}`);
    return { ...body, days };
  };
  const before = await read("previous");
  assert.deepEqual(before.period, {
    ...{ preset: null, from: "2026-03-02", to: "2026-03-04", days: 3 },
  });
  // A short period is compared with the same weekdays, as in reports.
  assert.deepEqual(before.comparison, {
    ...{ kind: "previous", from: "2026-02-23", to: "2026-02-25", isComparable: true },
  });
  assert.deepEqual(before.days, ["2026-03-02 100", "2026-03-04 200"], "and the last four weeks");
  const weeks = await read("four_weeks");
  assert.deepEqual([weeks.comparison.from, weeks.comparison.to], ["2026-02-02", "2026-02-04"]);
  assert.deepEqual(weeks.days, ["2026-02-03 40", "2026-03-02 100", "2026-03-04 200"]);
  const year = await read("year", "2026-03-01..2026-03-04");
  assert.deepEqual(year.comparison, {
    ...{ kind: "year", from: "2025-03-02", to: "2025-03-05", isComparable: false },
  });
  assert.deepEqual((await read("year")).comparison, {
    ...{ kind: "year", from: "2025-03-03", to: "2025-03-05", isComparable: true },
  });
  const none = await read("none");
  assert.deepEqual([none.comparison, none.days], [null, ["2026-03-02 100", "2026-03-04 200"]]);
  const open = await read("none", "2026-03-05..");
  assert.deepEqual([open.period.to, open.period.days], ["2026-04-15", 42]);
  assert.deepEqual((await read("none", "2026-04-15..2026-04-30")).period.to, "2026-04-15");
  const ends = async (query: string) => (await visitor.get(`/test/home?${query}`)).body.error.param;
  for (const range of [
    ...["2026-03-02", "2026-03-04..2026-03-02", "2026-04-16..", "2026-02-30..2026-03-01"],
    ...["2026-01-13..2026-04-15", "..2026-03-01", "2026-03-01..x", "a..b..c"],
  ]) {
    assert.equal(await ends(`range=${range}`), "range", range);
  }
  assert.equal(await ends("range=2026-01-14..2026-04-15&compare=four_weeks"), "compare");
  assert.equal(await ends("compare=month"), "compare");
  assert.equal((await visitor.get("/test/home?range=2026-01-14..2026-04-15")).status, 200);
});

test("an unknown range or currency is refused and named", async () => {
  const visitor = await signedIn(await createMerchant());
  assert.equal((await visitor.get("/test/home?range=9d")).body.error.param, "range");
  assert.equal((await visitor.get("/test/home?currency=ZZQ")).body.error.param, "currency");
});
