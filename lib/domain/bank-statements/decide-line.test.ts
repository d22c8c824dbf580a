import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays } from "#lib/kernel/period.ts";
import { addFile, camtFile } from "#test/bank-statements.ts";
import { createMerchant } from "#test/merchant.ts";
import { asMember, openPayer } from "#test/payouts.ts";
import {
  bankOverview,
  browseLines,
  candidatesFor,
  matchAgain,
  matchLineIn,
  setLineAsideIn,
  unmatchLineIn,
} from "./index.ts";

const ALL = { after: null, before: null, limit: 100 };
const DAY_S = 86_400;

/** A merchant with one sent payout of 25.00, and a statement of its day with these lines. */
async function openBank(lines: readonly [bigint, string][]) {
  const payer = await openPayer();
  const payout = await payer.paid({ amount: 2_500, end_to_end_id: "INV-2026-77" });
  await payer.advance(2 * DAY_S);
  const ctx = await asMember(payer);
  const [sent] = await payer.rows<{ day: string }>(
    "select created_at::date::text as day from ledger_transfers where account_id = $1 and kind = 'payout_settled'",
  );
  const { day } = sent!;
  const rows = lines.map(([amount, text]): [string, bigint, string] => [day, amount, text]);
  await addFile(ctx, camtFile({ lines: rows, days: [day, day] }));
  const found = (await browseLines(ctx, {}, ALL)).rows.toReversed();
  return { payer, ctx, payout, lines: found, day };
}

const stateOf = async (ctx: Context, id: string) => {
  const { rows } = await browseLines(ctx, {}, ALL);
  const { state, matches, reason } = rows.find((line) => line.id === id)!;
  return { state, reason, objects: matches.map(({ objectId }) => objectId) };
};

const match = (ctx: Context, line: string, id: string, reason = "the bank took 1.00 as a fee") =>
  transact((tx) => matchLineIn(tx, ctx, line, { objects: [{ kind: "payout_sent", id }], reason }));

test("a line that differs is explained, and a member can match it with a reason that the audit log keeps", async () => {
  const { ctx, payout, lines, payer } = await openBank([[-2_600n, "INV-2026-77"]]);
  const [line] = lines;
  assert.deepEqual(
    [line?.state, line?.finding?.code, line?.finding?.object?.id, line?.finding?.differenceMinor],
    ["open", "fee", payout.id, -100n],
  );
  const [candidate] = await candidatesFor(ctx, line!.id, "");
  assert.deepEqual([candidate?.objectId, candidate?.difference?.code], [payout.id, "fee"]);
  await match(ctx, line!.id, payout.id);
  assert.deepEqual(await stateOf(ctx, line!.id), {
    state: "matched",
    reason: null,
    objects: [payout.id],
  });
  const [entry] = await payer.rows<{ action: string; after: Record<string, unknown> }>(
    "select action, after from audit_entries where account_id = $1 order by id desc limit 1",
  );
  assert.equal(entry?.action, "bank_line.matched");
  assert.deepEqual(entry?.after, {
    objects: [`payout_sent ${payout.id}`],
    amount: "−26.00 EUR",
    objects_amount: ["−25.00 EUR"],
    reason: "the bank took 1.00 as a fee",
  });
  assert.equal((await bankOverview(ctx, ALL)).missing.total, 0);
});

test("an unmatched line stays open when lines are matched again, and its object is listed as missing", async () => {
  const { ctx, payout, lines } = await openBank([[-2_500n, "INV-2026-77"]]);
  const id = lines[0]!.id;
  assert.equal(lines[0]?.matches[0]?.confidence, "exact");
  await transact((tx) => unmatchLineIn(tx, ctx, id, "another transfer"));
  assert.equal(await matchAgain(ctx), 0);
  assert.equal((await stateOf(ctx, id)).state, "open");
  const { missing } = await bankOverview(ctx, ALL);
  assert.deepEqual([missing.total, missing.movements[0]?.objectId], [1, payout.id]);
  await match(ctx, id, payout.id, "it is this one after all");
  assert.equal((await stateOf(ctx, id)).state, "matched");
});

test("a line that is about something else is set aside with a reason, and taken back", async () => {
  const { ctx, lines } = await openBank([[-90_000n, "rent"]]);
  const id = lines[0]!.id;
  await transact((tx) => setLineAsideIn(tx, ctx, id, "rent of the shop"));
  assert.deepEqual(await stateOf(ctx, id), {
    state: "set_aside",
    reason: "rent of the shop",
    objects: [],
  });
  await assert.rejects(
    transact((tx) => setLineAsideIn(tx, ctx, id, "again")),
    { code: "state_invalid", message: "This line is set aside." },
  );
  await transact((tx) => unmatchLineIn(tx, ctx, id, "a mistake"));
  assert.equal((await stateOf(ctx, id)).state, "open");
});

test("an object is on one line, also when two members decide at the same time", async () => {
  const { ctx, payout, lines } = await openBank([
    [-2_400n, "first"],
    [-2_300n, "second"],
  ]);
  const tried = await Promise.allSettled(lines.map(({ id }) => match(ctx, id, payout.id)));
  const refused = tried.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  assert.equal(tried.filter(({ status }) => status === "fulfilled").length, 1);
  assert.match(refused.reason.message, /is on another line already/);
});

const partsOf = async (ctx: Context, id: string) => {
  const { rows } = await browseLines(ctx, {}, ALL);
  const [one] = rows.find((line) => line.id === id)!.matches;
  return one && [one.amountMinor, one.paidMinor, one.lineCount];
};

test("several lines pay one payout in parts, as long as their sum does not exceed it", async () => {
  const { ctx, payout, lines } = await openBank([
    [-1_000n, "first part"],
    [-900n, "second part"],
    [-601n, "too much"],
    [-600n, "the rest"],
  ]);
  const [first, second, tooMuch, rest] = lines.map(({ id }) => id);
  await match(ctx, first!, payout.id, "the bank split it");
  assert.deepEqual(await partsOf(ctx, first!), [-2_500n, -1_000n, 1]);
  const [candidate] = await candidatesFor(ctx, second!, "");
  assert.deepEqual(
    [candidate?.objectId, candidate?.leftMinor, candidate?.difference?.code],
    [payout.id, -1_500n, "partial"],
  );
  await match(ctx, second!, payout.id, "the bank split it");
  await assert.rejects(match(ctx, tooMuch!, payout.id), {
    code: "state_invalid",
    message: `${payout.id} is on another line already, and −6.00 EUR of it is left. Unmatch that first.`,
  });
  assert.equal((await stateOf(ctx, tooMuch!)).state, "open");
  assert.equal((await candidatesFor(ctx, rest!, ""))[0]?.difference, null);
  await match(ctx, rest!, payout.id, "the bank split it");
  assert.deepEqual(await partsOf(ctx, first!), [-2_500n, -2_500n, 3]);
  assert.deepEqual(await candidatesFor(ctx, tooMuch!, ""), [], "nothing is left");
  await transact((tx) => unmatchLineIn(tx, ctx, second!, "another transfer"));
  assert.deepEqual(await partsOf(ctx, rest!), [-2_500n, -1_600n, 2]);
  await match(ctx, tooMuch!, payout.id, "a part after all");
  assert.deepEqual(await partsOf(ctx, rest!), [-2_500n, -2_201n, 3]);
});

test("of two members whose parts exceed a payout only together, one is refused", async () => {
  const { ctx, payout, lines } = await openBank([
    [-1_000n, "first part"],
    [-800n, "one"],
    [-900n, "another"],
  ]);
  const [first, ...others] = lines.map(({ id }) => id);
  await match(ctx, first!, payout.id, "the bank split it");
  const tried = await Promise.allSettled(others.map((id) => match(ctx, id, payout.id)));
  assert.deepEqual(tried.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const { rows } = await browseLines(ctx, { states: ["matched"] }, ALL);
  const paid = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  assert.ok(paid >= -2_500n, String(paid));
});

test("a line cannot pay what is left of one payout and a second one with more than both", async () => {
  const { ctx, payout, lines, payer } = await openBank([
    [-1_000n, "first part"],
    [-4_501n, "too much"],
    [-4_500n, "rest and another one"],
  ]);
  const another = await payer.paid({ amount: 3_000, end_to_end_id: "INV-2026-78" });
  await payer.advance(2 * DAY_S);
  const [first, tooMuch, both] = lines.map(({ id }) => id);
  await match(ctx, first!, payout.id, "the bank split it");
  const objects = [payout, another].map(({ id }) => ({ kind: "payout_sent" as const, id }));
  const matchBoth = (id: string) =>
    transact((tx) => matchLineIn(tx, ctx, id, { objects, reason: "one transfer" }));
  await assert.rejects(matchBoth(tooMuch!), { code: "state_invalid" });
  await matchBoth(both!);
  assert.deepEqual(await partsOf(ctx, first!), [-2_500n, -2_500n, 2]);
});

test("objects of the other direction, unknown ones and other merchants' are refused", async () => {
  const { ctx, payout, lines } = await openBank([[2_500n, "a credit"]]);
  const stranger = await openBank([[-1n, "x"]]);
  const id = lines[0]!.id;
  await assert.rejects(match(ctx, id, payout.id), { param: "objects", message: /is a credit/ });
  await assert.rejects(match(ctx, id, stranger.payout.id), { code: "resource_missing" });
  await assert.rejects(match(stranger.ctx, id, stranger.payout.id), { code: "resource_missing" });
  const live: Context = { ...ctx, mode: "live" };
  await assert.rejects(match(live, id, payout.id), { code: "resource_missing" });
  await assert.rejects(candidatesFor(stranger.ctx, id, ""), { code: "resource_missing" });
});

test("a payout that is recorded after its statement matches when lines are matched again", async () => {
  const payer = await openPayer();
  const before = await asMember(payer);
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const lines: [string, bigint, string][] = [[addDays(day, 1), -2_500n, "INV-LATE-1"]];
  await addFile(before, camtFile({ lines, days: [day, addDays(day, 1)] }));
  await payer.paid({ amount: 2_500, end_to_end_id: "INV-LATE-1", rail: "sepa_credit" });
  await payer.advance(2 * DAY_S);
  const ctx = await asMember(payer);
  assert.equal(await matchAgain(ctx), 1);
  const [line] = (await browseLines(ctx, {}, ALL)).rows;
  assert.deepEqual([line?.state, line?.matches[0]?.confidence], ["matched", "exact"]);
});

test("payouts are only expected on a bank account on which one was found", async () => {
  const { ctx, day } = await openBank([[-5n, "something else"]]);
  assert.equal((await bankOverview(ctx, ALL)).missing.total, 0);
  await addFile(
    ctx,
    camtFile({
      id: "S2",
      lines: [[day, -2_500n, "INV-2026-77"]],
      bankAccount: "NL91ABNA0417164300",
    }),
  );
  assert.equal((await bankOverview(ctx, ALL)).missing.total, 0);
});

test("a merchant without statements has none", async () => {
  const { ctx } = await createMerchant();
  assert.deepEqual(await bankOverview(ctx.live, ALL), {
    rows: [],
    older: null,
    newer: null,
    total: 0,
    lines: { open: 0, matched: 0, set_aside: 0, twice: 0 },
    missing: { movements: [], total: 0 },
    accounts: [],
  });
});
