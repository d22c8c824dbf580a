import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { chargeOf, refundOf, startRail } from "#test/rail.ts";
import type { Rail } from "../rail.ts";
import { sandboxRail } from "../sandbox/rail.ts";
import { ConflictError, openBook } from "./book.ts";
import { bookedRail } from "./booked-rail.ts";
import { statementOf } from "./statement.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-book-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const VISA = "sbx_success_4242";

async function openRail(path: string, inner: Rail = sandboxRail) {
  const book = await openBook(path);
  return { book, rail: bookedRail(inner, book) };
}

test("a reopened book has everything that was answered, and nothing else", async () => {
  const path = join(folder, "kept", "book.jsonl");
  const first = await openRail(path);
  const charge = chargeOf(VISA);
  const outcome = await first.rail.authorise(charge);
  const refund = refundOf(charge, { amountMinor: 900n });
  await first.rail.refund(refund);
  // Not closed: the process was killed while it wrote the next line.
  appendFileSync(path, '{"operation":"authorise","atMs":1,"request":{"id":"pay_to');

  const second = await openRail(path);
  assert.deepEqual(await second.rail.authoriseStatus(charge), outcome);
  assert.deepEqual(await second.rail.authorise(charge), outcome);
  await assert.rejects(second.rail.authorise({ ...charge, amountMinor: 1n }), ConflictError);
  const other = chargeOf(VISA, { amountMinor: 500n });
  await second.rail.authorise(other);
  await second.book.close();

  const third = await openRail(path);
  const { totals, lines } = await statementOf(third.book, third.rail);
  assert.deepEqual(totals, [
    {
      accountId: charge.accountId,
      currency: "EUR",
      charges: { count: 2, amountMinor: 2_499n },
      captures: { count: 0, amountMinor: 0n },
      refunds: { count: 1, amountMinor: 900n },
      refundReversals: { count: 0, amountMinor: 0n },
    },
  ]);
  assert.equal(lines.length, 3);
  await third.book.close();
  await first.book.close();
});

test("concurrent calls do the work once, and none is answered before it is stored", async () => {
  const path = join(folder, "once.jsonl");
  let charged = 0;
  const counting: Rail = {
    ...sandboxRail,
    authorise: async (request) => {
      charged++;
      return await sandboxRail.authorise(request);
    },
  };
  const { book, rail } = await openRail(path, counting);
  const charges = Array.from({ length: 30 }, () => chargeOf(VISA));
  await Promise.all(
    [...charges, ...charges, ...charges].map(async (charge) => {
      await rail.authorise(charge);
      assert.ok(readFileSync(path, "utf8").includes(charge.id));
    }),
  );
  assert.equal(charged, 30);
  assert.equal(readFileSync(path, "utf8").trim().split("\n").length, 30);
  await book.close();
});

test("failed work is not stored and can be done later", async () => {
  let fails = true;
  const { book, rail } = await openRail(join(folder, "fails.jsonl"), {
    ...sandboxRail,
    authorise: async (request) => {
      if (fails) throw new Error("out of order");
      return await sandboxRail.authorise(request);
    },
  });
  const charge = chargeOf(VISA);
  await assert.rejects(rail.authorise(charge), /out of order/);
  assert.deepEqual(await rail.authoriseStatus(charge), { result: "unknown" });
  fails = false;
  assert.equal((await rail.authorise(charge)).result, "succeeded");
  await book.close();
});

test("no card number or code is in the rail's book", async () => {
  const rail = await startRail();
  const number = "4242424242424242";
  const card = { number, expMonth: 12, expYear: 2030, cvc: "9173" };
  const token = await rail.connector.tokenise(card);
  assert.ok(token.result === "token");
  await rail.connector.authorise(chargeOf(token.railToken, { id: "pay_a", accountId: "acct_a" }));
  const text = readFileSync(rail.bookPath, "utf8");
  assert.ok(text.includes("pay_a"));
  assert.ok(!text.includes(number.slice(4, 14)) && !text.includes("9173"));
  await rail.stop();
});
