import assert from "node:assert/strict";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import {
  type Decision,
  decideApprovalIn,
  decideLimitChange,
  listPayoutLimits,
  setPayoutLimits,
} from "#lib/domain/payouts/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { PayoutWire } from "#lib/wire/contract/payouts.ts";
import type { AnyBody, ApiResponse } from "./api.ts";
import { disagreements } from "./books-agree.ts";
import type { Merchant } from "./merchant.ts";
import { openTill, type Till } from "./money.ts";

/** The sandbox's test accounts, whose number decides the outcome (decisions §5). */
export const IBANS = {
  settles: "DE23999999990000000000",
  notReachable: "DE93999999990000000001",
  incorrect: "DE66999999990000000002",
  closed: "DE39999999990000000003",
  timesOut: "DE87999999990000000012",
  staysSubmitted: "DE60999999990000000013",
  comesBack: "DE33999999990000000014",
  closeMatch: "DE06999999990000000015",
  noMatch: "DE76999999990000000016",
} as const;

type Failure = Pick<AnyBody, "error">;

/** A merchant with a payout balance. */
export type Payer = Till & {
  pay(
    params?: object,
    headers?: Record<string, string | null>,
  ): Promise<ApiResponse<PayoutWire & Failure>>;
  paid(params?: object): Promise<PayoutWire>;
  read(id: string): Promise<PayoutWire>;
  advance(seconds: number): Promise<void>;
  topUp(minor: number, currency?: string): Promise<void>;
  /** The available payout balance, in minor units of a currency. */
  funds(currency?: string): Promise<number>;
};

export const instruction = (params: object = {}) => ({
  amount: 12_500,
  currency: "EUR",
  beneficiary: { name: "Ada Lindqvist", iban: IBANS.settles },
  ...params,
});

export const to = (iban: string, name = "Ada Lindqvist") => ({ beneficiary: { name, iban } });

/** A fresh merchant with a payout balance of `amount` euro cents. */
export async function openPayer(amount = 100_000): Promise<Payer> {
  const till = await openTill();
  const topUp = async (minor: number, currency = "EUR") => {
    const { status, text } = await till.call("POST", "/v1/test/topup", { amount: minor, currency });
    assert.equal(status, 201, text);
  };
  if (amount > 0) await topUp(amount);
  const pay = (params: object = {}, headers = {}) =>
    till.call<PayoutWire & Failure>("POST", "/v1/payouts", instruction(params), headers);
  const read = async (id: string) => (await till.call<PayoutWire>("GET", `/v1/payouts/${id}`)).body;
  return {
    ...till,
    pay,
    read,
    topUp,
    async paid(params) {
      const { status, body, text } = await pay(params);
      assert.equal(status, 201, text);
      return body;
    },
    async advance(seconds) {
      const { status, text } = await till.call("POST", "/v1/test/clock/advance", { seconds });
      assert.equal(status, 200, text);
    },
    async funds(currency = "EUR") {
      type Balance = { payouts: { amount: number; currency: string }[] };
      const { body } = await till.call<Balance>("GET", "/v1/balance");
      return body.payouts.find((one) => one.currency === currency)?.amount ?? 0;
    },
  };
}

/** A member who acts. */
export const member = (userId: string) => ({ type: "member", userId, name: "Bo Berg" }) as const;

/** The context of an account's member at the account's current time. */
export async function asMember(
  { account }: Pick<Merchant, "account">,
  { userId = newId("usr"), mode = "test" }: { userId?: string; mode?: Mode } = {},
): Promise<Context> {
  const ctx = await systemContext({ accountId: account.id, mode }, "test");
  return { ...ctx, requestId: newId("req"), actor: member(userId) };
}

/** Sets the payout limits. A second member confirms a change that needs it. */
export async function limitPayouts(
  payer: Merchant,
  { perPayout, perDay = perPayout }: { perPayout: number; perDay?: number },
  { currency = "EUR", mode = "test" }: { currency?: string; mode?: Mode } = {},
): Promise<void> {
  const to = { perPayoutMinor: BigInt(perPayout), perDayMinor: BigInt(perDay) };
  const isSet = (await listPayoutLimits(payer.ctx[mode])).find(
    (limit) => limit.currency === currency,
  );
  if (isSet?.perPayoutMinor === to.perPayoutMinor && isSet.perDayMinor === to.perDayMinor) return;
  const change = await setPayoutLimits(await asMember(payer, { mode }), currency, to);
  if (change) await decideLimitChange(await asMember(payer, { mode }), change.id, "confirmed");
}

/** A merchant with 10,000.00 EUR whose limits are 100.00 EUR per payout and 250.00 EUR within 24 hours. */
export async function openLimited(): Promise<Payer> {
  const payer = await openPayer(1_000_000);
  await limitPayouts(payer, { perPayout: 10_000, perDay: 25_000 });
  return payer;
}

/** Decides as a member who created no payout. */
export const decide = (payer: Payer, id: string, decision: Decision, by = newId("usr")) =>
  transact((tx) => decideApprovalIn(tx, { ...payer.ctx.test, actor: member(by) }, id, decision));

/** The status of a payout and the state of its approval. */
export async function stateOf(payer: Payer, id: string): Promise<[string, string | null]> {
  const { status, approval } = await payer.read(id);
  return [status, approval?.state ?? null];
}

export async function assertBooksAgree(payer: Payer): Promise<void> {
  assert.deepEqual(await disagreements(payer.account.id), []);
}

/** Advances the sandbox clock without running the work that becomes due. */
export async function skipTime(payer: Payer, ms: number): Promise<Payer> {
  await getPool().query(
    `insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, $2, $2)
     on conflict (account_id) do update set ahead_ms = $2, target_ms = $2`,
    [payer.account.id, ms],
  );
  return { ...payer, ctx: { ...payer.ctx, test: { ...payer.ctx.test, clockAheadMs: ms } } };
}
