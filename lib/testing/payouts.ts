import assert from "node:assert/strict";
import type { PayoutWire } from "#lib/api/contract/payouts.ts";
import type { AnyBody, ApiResponse } from "./api.ts";
import { openTill, type Till } from "./money.ts";

/** The sandbox's accounts that behave by their number (decisions §5). */
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

/** A merchant with money to pay out. */
export type Payer = Till & {
  pay(
    wishes?: object,
    headers?: Record<string, string | null>,
  ): Promise<ApiResponse<PayoutWire & Failure>>;
  paid(wishes?: object): Promise<PayoutWire>;
  read(id: string): Promise<PayoutWire>;
  advance(seconds: number): Promise<void>;
  /** What may be paid out, in minor units of a currency. */
  funds(currency?: string): Promise<number>;
};

export const instruction = (wishes: object = {}) => ({
  amount: 12_500,
  currency: "EUR",
  beneficiary: { name: "Ada Lindqvist", iban: IBANS.settles },
  ...wishes,
});

export const to = (iban: string, name = "Ada Lindqvist") => ({ beneficiary: { name, iban } });

/** A fresh merchant whose payout balance holds `amount` euros' cents. */
export async function openPayer(amount = 100_000): Promise<Payer> {
  const till = await openTill();
  const topUp = async (minor: number, currency: string) => {
    const { status, text } = await till.call("POST", "/v1/test/topup", { amount: minor, currency });
    assert.equal(status, 201, text);
  };
  if (amount > 0) await topUp(amount, "EUR");
  const pay = (wishes: object = {}, headers = {}) =>
    till.call<PayoutWire & Failure>("POST", "/v1/payouts", instruction(wishes), headers);
  const read = async (id: string) => (await till.call<PayoutWire>("GET", `/v1/payouts/${id}`)).body;
  return {
    ...till,
    pay,
    read,
    async paid(wishes) {
      const { status, body, text } = await pay(wishes);
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
