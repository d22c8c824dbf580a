import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { useClock } from "#lib/kernel/clock.ts";
import { chargeOf, refundOf, startRail, type TestRail } from "#test/rail.ts";
import type { AuthoriseRequest, Rail } from "../index.ts";
import { TEST_CARDS } from "../sandbox/cards.ts";
import { REFUND_QUEUED_MS, REFUND_SUBMITTED_MS, sandboxRail } from "../sandbox/rail.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
let rail: TestRail;
let remote: Rail;
let putBack = () => {};
const setTime = (ms: number) => {
  putBack();
  putBack = useClock({ nowMs: () => ms });
};
before(async () => {
  rail = await startRail();
  remote = rail.connector;
});
after(() => rail.stop());
afterEach(() => {
  putBack();
  putBack = () => {};
});

/** Asks the rail in this process and the one behind the socket; returns both answers. */
async function both<Name extends keyof Rail>(name: Name, question: Parameters<Rail[Name]>[0]) {
  const ask = (one: Rail) =>
    (one[name] as (q: typeof question) => ReturnType<Rail[Name]>)(question);
  const answer = await ask(sandboxRail);
  assert.deepEqual(await ask(remote), answer, `${name}`);
  return answer as Awaited<ReturnType<Rail[Name]>>;
}

const card = (number: string) => ({ number, expMonth: 12, expYear: 2030, cvc: "123" });

test("every test card is tokenised, charged and authenticated alike in process and behind the protocol", async () => {
  setTime(NOW);
  const variants: Partial<AuthoriseRequest>[] = [
    {},
    { capture: "manual" },
    { exemption: "low_value", amountMinor: 900n },
    { cardOnFile: true },
    {
      storedCredential: "subsequent",
      initiator: "merchant",
      returnUrl: "https://shop.example/back?a=1",
    },
  ];
  for (const number of TEST_CARDS.keys()) {
    const token = await both("tokenise", card(number));
    assert.ok(token.result === "token");
    for (const params of variants) {
      const charge = chargeOf(token.railToken, params);
      const outcome = await both("authorise", charge);
      assert.deepEqual(await both("authorise", charge), outcome, "again");
      await both("authoriseStatus", charge);
      if (outcome.result !== "action_required") continue;
      for (const confirmed of [true, false]) {
        const challenged = chargeOf(token.railToken, params);
        await both("authorise", challenged);
        await both("authenticate", { ...challenged, confirmed });
        await both("authenticate", { ...challenged, confirmed });
      }
    }
  }
});

test("refused and malformed cards, and wallets, get the same answers", async () => {
  setTime(NOW);
  const flaws = [{ number: "4242424242424241" }, { cvc: "1" }, { expMonth: 13 }, { expYear: 2020 }];
  for (const flaw of [...flaws, { number: "4539578763621486" }, { number: "no number" }]) {
    const answer = await both("tokenise", { ...card("4242424242424242"), ...flaw });
    assert.notEqual(answer.result, "token");
  }
  for (const token of ["test_ok", "test_declined", "other"]) {
    await both("tokeniseWallet", { wallet: "apple_pay", token });
    await both("tokeniseWallet", { wallet: "google_pay", token });
  }
});

test("captures, cancellations and refunds get the same answers, at every moment of a delayed one", async () => {
  setTime(NOW);
  const tokenOf = async (number: string) => {
    const token = await both("tokenise", card(number));
    assert.ok(token.result === "token");
    return token.railToken;
  };
  const railToken = await tokenOf("4242424242424242");
  const held = { id: chargeOf(railToken).id, railReference: "SBX1", railToken, currency: "EUR" };
  await both("capture", { ...held, amountMinor: 5n });
  assert.equal((await both("captureStatus", { ...held, amountMinor: 5n })).result, "captured");
  const other = { ...held, id: chargeOf(railToken).id };
  await both("cancel", other);
  assert.equal((await both("cancelStatus", other)).result, "canceled");
  for (const number of ["4242424242424242", "4000000000007726", "4000000000005126"]) {
    const refund = refundOf(chargeOf(await tokenOf(number)));
    for (const ms of [0, REFUND_QUEUED_MS, REFUND_QUEUED_MS + REFUND_SUBMITTED_MS]) {
      setTime(NOW + ms);
      await both("refund", refund);
      await both("refundStatus", refund);
    }
    await both("cancelRefund", refund);
  }
});

test("a settlement gets the same answer before and after it arrives", async () => {
  setTime(NOW);
  const question = {
    ...{ id: "stl_01kah3v7pd5m2k9x0r4wzq1c", accountId: "acct_01kah3v7pd5m2k9x0r4wzq1c" },
    ...{ amountMinor: 5n, currency: "EUR", cutOffMs: NOW },
  };
  const on = (askedAtMs: number) => both("settlementStatus", { ...question, askedAtMs });
  assert.deepEqual(await on(NOW), { result: "scheduled" });
  assert.equal((await on(NOW + 3 * 86_400_000)).result, "paid");
});

test("the rail process answers unknown for ids that it never saw, so sending them is safe", async () => {
  const charge = chargeOf("sbx_success_4242");
  const step = { ...charge, railReference: null };
  assert.deepEqual(await remote.authoriseStatus(charge), { result: "unknown" });
  assert.deepEqual(await remote.captureStatus(step), { result: "unknown" });
  assert.deepEqual(await remote.cancelStatus(step), { result: "unknown" });
  assert.deepEqual(await remote.refundStatus(refundOf(charge)), { result: "unknown" });
});

test("a canceled refund stays canceled, also if it arrives after its cancellation", async () => {
  setTime(NOW);
  const charge = chargeOf("sbx_refund-async_7726");
  const [first, second] = [refundOf(charge), refundOf(charge)];
  assert.equal((await remote.refund(first)).result, "queued");
  for (const refund of [first, second]) {
    assert.deepEqual(await remote.cancelRefund(refund), { result: "canceled" });
  }
  setTime(NOW + 10 * REFUND_QUEUED_MS);
  for (const refund of [first, second]) {
    assert.equal((await remote.refund(refund)).result, "canceled");
    assert.equal((await remote.refundStatus(refund)).result, "canceled");
    assert.deepEqual(await remote.cancelRefund(refund), { result: "canceled" });
  }
  const { lines } = await rail.statement();
  const moved = lines.filter(({ id }) => id === first.id || id === second.id);
  assert.deepEqual(
    moved.map(({ kind }) => kind),
    ["refund_cancel", "refund_cancel"],
    "no money moved",
  );
});

test("the rail does one of a capture and a cancellation of a charge, and never captures too much", async () => {
  const charge = chargeOf("sbx_success_4242", { capture: "manual" });
  await remote.authorise(charge);
  const { id, railToken, currency, amountMinor } = charge;
  const step = { id, railToken, currency, railReference: null };
  const both = await Promise.all([
    remote.cancel(step),
    remote.capture({ ...step, amountMinor }),
    remote.cancel(step),
  ]);
  assert.deepEqual(
    both.map(({ result }) => result),
    ["canceled", "refused", "canceled"],
  );
  assert.equal((await remote.captureStatus({ ...step, amountMinor })).result, "refused");
  const small = chargeOf("sbx_success_4242", { capture: "manual", amountMinor: 10n });
  await remote.authorise(small);
  const tooMuch = { ...step, id: small.id, amountMinor: 11n };
  assert.equal((await remote.capture(tooMuch)).result, "refused");
  const { lines } = await rail.statement();
  assert.ok(
    !lines.some(({ kind, id }) => kind === "capture" && (id === charge.id || id === small.id)),
  );
});
