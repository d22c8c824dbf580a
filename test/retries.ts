import assert from "node:assert/strict";
import { getPool } from "#db/client.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { type BillingShop, openBillingShop } from "./billing.ts";

/** Charges once, then declines softly. */
const ONCE = "4000000000000341";

/** A merchant with payers who agreed to be charged while absent. */
export type RetryShop = BillingShop & {
  /** A customer with a card that pays a subscription, which makes its mandate. */
  payer(): Promise<{ customer: string; payment_method: string; subscription: string }>;
  /** A payment of such a payer, declined softly. */
  declined(params?: object): Promise<PaymentWire>;
  retry(id: string, headers?: object): ReturnType<BillingShop["charge"]>;
  /** The issuers of all cards approve from now on. */
  issuersRecover(): Promise<void>;
  paymentsOf(sql?: string): Promise<Array<{ id: string; status: string; retry_of: string | null }>>;
};

export async function openRetryShop(): Promise<RetryShop> {
  const shop = await openBillingShop();
  const payer = async () => {
    const customer = await shop.customer();
    const card = { number: ONCE, exp_month: 12, exp_year: 2040, cvc: "123" };
    const method = await shop.call("POST", "/v1/payment_methods", { type: "card", card, customer });
    const made = await shop.subscribe({ customer, payment_method: method.body.id });
    assert.equal(made.body.status, "active", made.text);
    return { customer, payment_method: method.body.id, subscription: made.body.id };
  };
  return {
    ...shop,
    payer,
    async declined(params = {}) {
      const { customer, payment_method } = await payer();
      const answer = await shop.charge({ customer, payment_method, ...params });
      assert.equal(answer.status, 402, answer.text);
      return answer.body.error.payment as unknown as PaymentWire;
    },
    retry: (id, headers = {}) =>
      shop.call("POST", `/v1/payments/${id}/retry`, {}, headers as Record<string, string>),
    async issuersRecover() {
      await getPool().query(
        `update payment_methods set rail_token = replace(rail_token, 'once', 'success')
          where account_id = $1`,
        [shop.account.id],
      );
    },
    paymentsOf: (sql = "true") =>
      shop.rows(
        `select id, status, retry_of from payments where account_id = $1 and ${sql} order by id`,
      ),
  };
}
