import type { InvoiceWire } from "#lib/wire/contract/invoices.ts";
import type { PlanWire } from "#lib/wire/contract/plans.ts";
import type { SubscriptionWire } from "#lib/wire/contract/subscriptions.ts";
import type { ApiResponse } from "./api.ts";
import { openTill, type Till, VISA } from "./money.ts";

export const DAY_S = 86_400;

type Failure = { error: { code: string; param?: string; message: string } };

/** A merchant with a plan and customers who subscribe to it. */
export type BillingShop = Till & {
  plan(params?: object): Promise<PlanWire>;
  customer(): Promise<string>;
  /** Creates a subscription of a new customer, unless the params name another. */
  subscribe(params?: object, headers?: object): Promise<ApiResponse<SubscriptionWire & Failure>>;
  post<T = SubscriptionWire>(
    sub: string,
    verb: string,
    body?: object,
  ): Promise<ApiResponse<T & Failure>>;
  update(sub: string, changes: object): Promise<ApiResponse<SubscriptionWire & Failure>>;
  read(sub: string): Promise<SubscriptionWire>;
  /** Oldest first. */
  invoicesOf(sub: string): Promise<InvoiceWire[]>;
  advance(days: number): Promise<void>;
};

/** Days until a month of 31 days begins, for tests that count the days of a period. */
export function daysToLongMonth(from = new Date()): number {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()];
  const lengthOf = (ahead: number) => new Date(Date.UTC(year, month + ahead + 1, 0)).getUTCDate();
  const ahead = [1, 2, 3].find((one) => lengthOf(one) === 31)!;
  return (Date.UTC(year, month + ahead, 1, 1) - from.getTime()) / (DAY_S * 1_000);
}

export async function openBillingShop(): Promise<BillingShop> {
  const till = await openTill();
  let usual: Promise<PlanWire> | undefined;
  const plan = async (more: object = {}) => {
    const params = { name: "Team", amount: 3_000, currency: "EUR", interval: "month", ...more };
    return (await till.call<PlanWire>("POST", "/v1/plans", params)).body;
  };
  const customer = async () =>
    (await till.call("POST", "/v1/customers", { email: "payer@shop.example" })).body.id;
  const post = <T>(sub: string, verb: string, body: object = {}) =>
    till.call<T & Failure>("POST", `/v1/subscriptions/${sub}${verb}`, body);
  return {
    ...till,
    plan,
    customer,
    post,
    async subscribe(more = {}, headers = {}) {
      usual ??= plan();
      const params = {
        customer: "customer" in more ? undefined : await customer(),
        plan: (await usual).id,
        payment_method: VISA,
        ...more,
      };
      return await till.call(
        "POST",
        "/v1/subscriptions",
        params,
        headers as Record<string, string>,
      );
    },
    update: (sub, changes) => post(sub, "", changes),
    read: async (sub) =>
      (await till.call<SubscriptionWire>("GET", `/v1/subscriptions/${sub}`)).body,
    async invoicesOf(sub) {
      const path = `/v1/invoices?limit=100&subscription=${sub}`;
      return (await till.call<{ data: InvoiceWire[] }>("GET", path)).body.data.reverse();
    },
    async advance(days) {
      const seconds = Math.round(days * DAY_S);
      await till.call("POST", "/v1/test/clock/advance", { seconds });
    },
  };
}
