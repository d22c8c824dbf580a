// The work of a busy account's neighbours, by kind: each operation is timed until the webhook about its outcome
// arrives.

import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import { REFUND_QUEUED_MS, REFUND_SUBMITTED_MS } from "#lib/rails/sandbox/rail.ts";
import { endpointRow } from "#test/hook-rows.ts";
import type { Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import type { Running } from "./processes.ts";
import { makeMerchant, post } from "./stage.ts";

/** A longer wait counts as a lost webhook and ends the run. */
const PATIENCE_MS = 5 * MINUTE_MS;

/** The time in milliseconds since 1970, finer than `Date.now()`. */
const momentMs = () => performance.timeOrigin + performance.now();

/** The arrival times of webhooks, by type and object or account. */
export interface Hooks {
  receiver: Receiver;
  /** The arrival time of the webhook named by `key`. Each arrival is returned once. */
  arrivalMs(key: string): Promise<number>;
}

/** A receiver for the webhooks of all neighbours. The path of an endpoint is its account. */
export async function startHooks(): Promise<Hooks> {
  const receiver = await startReceiver();
  const arrived = new Map<string, number>();
  const waiting = new Map<string, (ms: number) => void>();
  receiver.reply(({ path, body }) => {
    const ms = momentMs();
    const { type, data } = JSON.parse(body.toString()) as {
      type: string;
      data: { id: string; subscription?: string };
    };
    for (const about of [data.id, data.subscription, path.slice("/".length)]) {
      const key = `${type} ${about}`;
      const resolve = waiting.get(key);
      if (resolve) resolve(ms);
      else arrived.set(key, ms);
      waiting.delete(key);
    }
    // Arrivals are in the map, because a run has tens of thousands.
    receiver.received.length = 0;
    return { status: 200 };
  });
  return {
    receiver,
    async arrivalMs(key) {
      const earlier = arrived.get(key);
      if (earlier !== undefined) {
        arrived.delete(key);
        return earlier;
      }
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      waiting.set(key, resolve);
      const lost = () => reject(new Error(`the webhook ${key} did not arrive`));
      const timer = setTimeout(lost, PATIENCE_MS);
      return await promise.finally(() => clearTimeout(timer));
    },
  };
}

export interface Neighbourhood {
  web: Running;
  hooks: Hooks;
  merchants: readonly Merchant[];
}

export async function makeNeighbour(hooks: Hooks): Promise<Merchant> {
  const merchant = await makeMerchant();
  const url = `https://localhost:${hooks.receiver.port}/${merchant.account.id}`;
  await endpointRow(merchant, { url });
  return merchant;
}

/** Performs one operation and returns the milliseconds from the time at which its outcome could first be known
 *  to the arrival of its webhook. */
export type Operation = () => Promise<number>;

export interface Kind {
  name: string;
  /** The time that is measured: from which moment to which webhook. */
  label: string;
  perSecond: number;
  /** Creates what one operation needs. `n` counts the operations of a kind. */
  prepare(place: Neighbourhood, n: number): Promise<Operation>;
}

type Made = { id: string; redirect_url?: string | null };

const CARD = "pm_test_4242424242424242";
const CARD_OF_SLOW_REFUNDS = "pm_test_4000000000007726";
const CARD_THAT_ASKS = "pm_test_4000000000003220";
/** Time from the start of an operation to its due renewal. */
const RENEWAL_LEAD_MS = 3 * SECOND_MS;
/** After this time, the charges are settled and have arrived. */
const TO_ARRIVAL_S = (10 * DAY_MS) / SECOND_MS;

async function create(place: Neighbourhood, { keys }: Merchant, path: string, body: object) {
  return JSON.parse(await post(place.web, keys.test.secret, path, body)) as Made;
}

const charge = (place: Neighbourhood, merchant: Merchant, card = CARD) =>
  create(place, merchant, "/v1/payments", {
    ...{ amount: 1290, currency: "EUR", method: "card", payment_method: card },
  });

async function subscribe(place: Neighbourhood, merchant: Merchant, card: string) {
  const plan = { name: "Box", amount: 900, currency: "EUR", interval: "day" };
  const [{ id: customer }, { id }] = await Promise.all([
    create(place, merchant, "/v1/customers", { email: "payer@shop.example" }),
    create(place, merchant, "/v1/plans", plan),
  ]);
  const params = { customer, plan: id, payment_method: card };
  return () => create(place, merchant, "/v1/subscriptions", params);
}

const advance = ({ web }: Neighbourhood, { keys }: Merchant, seconds: number) =>
  post(web, keys.test.secret, "/v1/test/clock/advance", { seconds }, 200);

/** Approves a payment on the page of the sandbox's bank. */
async function approve({ web }: Neighbourhood, { redirect_url }: Made): Promise<void> {
  const { pathname } = new URL(redirect_url ?? "");
  const response = await fetch(`http://127.0.0.1:${web.target.port}${pathname}`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ answer: "approve" }),
    redirect: "manual",
  });
  await response.text();
  if (response.status !== 303) throw new Error(`the bank's page answered ${response.status}`);
}

const oneOf = ({ merchants }: Neighbourhood, n: number) => merchants[n % merchants.length]!;

export const KINDS: readonly Kind[] = [
  {
    name: "events",
    label: "a charge's call to payment.succeeded",
    perSecond: 8,
    prepare: async (place, n) => async () => {
      const from = momentMs();
      const { id } = await charge(place, oneOf(place, n));
      return (await place.hooks.arrivalMs(`payment.succeeded ${id}`)) - from;
    },
  },
  {
    name: "refunds",
    label: "the rail's outcome of an asynchronous refund to refund.settled",
    perSecond: 3,
    async prepare(place, n) {
      const merchant = oneOf(place, n);
      const payment = (await charge(place, merchant, CARD_OF_SLOW_REFUNDS)).id;
      return async () => {
        const dueMs = momentMs() + REFUND_QUEUED_MS + REFUND_SUBMITTED_MS;
        const { id } = await create(place, merchant, "/v1/refunds", { payment });
        return (await place.hooks.arrivalMs(`refund.settled ${id}`)) - dueMs;
      };
    },
  },
  {
    name: "3-D Secure subscriptions",
    label: "the payer's approval to invoice.paid",
    perSecond: 3,
    async prepare(place, n) {
      const merchant = oneOf(place, n);
      const begin = await subscribe(place, merchant, CARD_THAT_ASKS);
      return async () => {
        const subscription = await begin();
        const from = momentMs();
        await approve(place, subscription);
        return (await place.hooks.arrivalMs(`invoice.paid ${subscription.id}`)) - from;
      };
    },
  },
  {
    name: "renewals",
    label: "the end of a subscription's period to invoice.paid",
    perSecond: 3,
    async prepare(place) {
      const merchant = await makeNeighbour(place.hooks);
      const { id } = await (await subscribe(place, merchant, CARD))();
      await place.hooks.arrivalMs(`invoice.paid ${id}`);
      const endMs = await periodEndMs(id);
      return async () => {
        // The account's clock is advanced to shortly before the due time; then the worker renews when it is
        // due.
        const seconds = Math.floor((endMs - momentMs() - RENEWAL_LEAD_MS) / SECOND_MS);
        await advance(place, merchant, seconds);
        const dueMs = endMs - seconds * SECOND_MS;
        return (await place.hooks.arrivalMs(`invoice.paid ${id}`)) - dueMs;
      };
    },
  },
  {
    name: "settlements",
    label: "the call that advances the clock to settlement.paid",
    perSecond: 1.5,
    async prepare(place) {
      const merchant = await makeNeighbour(place.hooks);
      await charge(place, merchant);
      return async () => {
        const from = momentMs();
        await advance(place, merchant, TO_ARRIVAL_S);
        return (await place.hooks.arrivalMs(`settlement.paid ${merchant.account.id}`)) - from;
      };
    },
  },
];

async function periodEndMs(subscription: string): Promise<number> {
  const sql = "select current_period_end as end from subscriptions where id = $1";
  const { rows } = await getPool().query<{ end: Date }>(sql, [subscription]);
  return rows[0]!.end.getTime();
}

/** Starts `operations` at the kind's rate, independent of earlier ones, and returns their latencies in
 *  milliseconds. An operation that starts late counts from when it was due. */
export async function runAtRate(
  { perSecond }: Kind,
  operations: readonly Operation[],
): Promise<number[]> {
  const begin = performance.now();
  return await Promise.all(
    operations.map(async (operation, n) => {
      await sleep((n * SECOND_MS) / perSecond);
      const lateMs = performance.now() - begin - (n * SECOND_MS) / perSecond;
      return lateMs + (await operation());
    }),
  );
}
