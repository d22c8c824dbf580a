import { type Dispatcher, request } from "undici";
import { VISA } from "#test/money.ts";

/** Where and as whom a client charges. */
export type Client = {
  origin: string;
  secret: string;
  /** Headers of each call besides its own. */
  headers?: Readonly<Record<string, string>>;
};

export type ChargeAnswer = {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  body: string;
};

/** The client of a web process itself, as if the balancer had passed on its call. */
export const clientOf = ({ port }: { port: number }, secret: string): Client => ({
  ...{ origin: `http://127.0.0.1:${port}`, secret },
  headers: { "x-forwarded-proto": "https" },
});

/** Makes one call with an idempotency key. Throws if there is no answer. */
export async function postOnce(
  { origin, secret, headers }: Client,
  path: string,
  {
    key,
    body,
    ...options
  }: { key: string; body: object; dispatcher?: Dispatcher; signal?: AbortSignal },
): Promise<ChargeAnswer> {
  const answer = await request(`${origin}${path}`, {
    ...options,
    method: "POST",
    headers: {
      ...headers,
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
}

/** Makes one call that charges with `key`, which its payment keeps as its order. Throws if there is no answer. */
export async function chargeOnce(
  client: Client,
  key: string,
  {
    amount = 1_500,
    ...options
  }: { amount?: number; dispatcher?: Dispatcher; signal?: AbortSignal } = {},
): Promise<ChargeAnswer> {
  const body = {
    ...{ amount, currency: "EUR", method: "card" },
    ...{ payment_method: VISA, metadata: { order: key } },
  };
  return await postOnce(client, "/v1/payments", { ...options, key, body });
}

/** The payment of an answer that acknowledges the charge, else null. 200: another call has finished what an interrupted one
 * began. */
export function paymentIn({ status, body }: ChargeAnswer): string | null {
  return status === 200 || status === 201 ? (JSON.parse(body) as { id: string }).id : null;
}

/** A charge that was acknowledged. */
export type Order = { key: string; paymentId: string };

/** Acknowledged charges whose payment is not there, and charges with more than one payment. */
export type Tally = { lost: number; doubled: number };

type Row = Record<string, unknown>;

/** Compares what was acknowledged with the payments that `ask` finds in the database. */
export async function tally(
  orders: readonly Order[],
  ask: (sql: string) => Promise<Row[]>,
): Promise<Tally> {
  const rows = await ask(
    `select id, metadata->>'order' as "order" from payments where metadata ? 'order'`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  const made = new Set(rows.map(({ order }) => order));
  return {
    lost: orders.filter(({ paymentId }) => !ids.has(paymentId)).length,
    doubled: rows.length - made.size,
  };
}
