import type { schema } from "#db/client.ts";
import type { Event } from "#lib/domain/events/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { type Id, idTimeMs } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Random } from "./random.ts";

type Row = typeof schema.apiRequests.$inferInsert;
type Wire = Record<string, unknown>;
type Told = { status: number; errorCode: string | null; body: string };

const CLIENT = "kreidebuch-shop/4.2 (node)";
const ADDRESS = "198.51.100.42";
const DECLINED = "The issuer declined the payment.";

/** The calls that caused the seeded payments and refunds, some reads of them, and typical integration errors. `keyAt`
 * returns the key of the shop's server at a time. */
export function requestsOf(
  random: Random,
  events: readonly Event[],
  keyAt: (ms: number) => Id<"key">,
): Row[] {
  const rows: Row[] = [];
  for (const event of events) {
    const call = CALLS[event.type];
    if (!call || !event.requestId) continue;
    const { objectId, data } = event;
    const made = idTimeMs(event.requestId);
    const asked = JSON.stringify(call.ask(data));
    const told = call.tell(data, event.requestId);
    const common = { accountId: event.accountId, mode: event.mode, keyId: keyAt(made) } as const;
    rows.push(
      row(random, { ...common, id: event.requestId, ...call, asked, told, objectId, ms: made }),
    );
    if (random.chance(0.15)) {
      const ms = made + random.int(2_000, 90_000);
      const path = `${call.path}/${objectId}`;
      const read = { method: "GET", route: call.read, path, asked: null, objectId, ms };
      const body = JSON.stringify(data);
      rows.push(row(random, { ...common, ...read, told: { status: 200, errorCode: null, body } }));
    }
    if (random.chance(0.02))
      rows.push(slip(random, common, asked, made - random.int(1_000, 9_000)));
  }
  return rows;
}

type Call = {
  method: string;
  route: string;
  read: string;
  path: string;
  ask(data: Wire): Wire;
  tell(data: Wire, requestId: string): Told;
};

const created = (data: Wire): Told => ({
  status: 201,
  errorCode: null,
  body: JSON.stringify(data),
});

const PAYMENT: Call = {
  method: "POST",
  route: "create_payment",
  read: "read_payment",
  path: "/v1/payments",
  ask: ({ amount, currency, method, payment_method, customer, description }) => ({
    amount,
    currency,
    method,
    payment_method,
    customer,
    description,
  }),
  tell: created,
};

const CALLS: Readonly<Record<string, Call>> = {
  "payment.succeeded": PAYMENT,
  "payment.failed": {
    ...PAYMENT,
    tell: (payment, requestId) =>
      refused(402, "card_error", "card_declined", DECLINED, { payment, request_id: requestId }),
  },
  "refund.settled": {
    ...PAYMENT,
    route: "create_refund",
    read: "read_refund",
    path: "/v1/refunds",
    ask: ({ payment, amount, reason }) => ({ payment, amount, reason }),
  },
};

function refused(status: number, type: string, code: string, message: string, more: Wire): Told {
  return {
    status,
    errorCode: code,
    body: JSON.stringify({ error: { type, code, message, ...more } }),
  };
}

/** A refused call with an invalid body. */
function slip(
  random: Random,
  common: Pick<Row, "accountId" | "mode" | "keyId">,
  asked: string,
  ms: number,
): Row {
  const id = random.id("req", ms);
  const [param, message] = random.pick([
    ["amount", "Must be a whole number of minor units."],
    ["currency", "Must be a currency code in upper case, such as EUR."],
  ] as const);
  const body = JSON.stringify({
    ...JSON.parse(asked),
    [param]: param === "amount" ? "12.90" : "eur",
  });
  const told = refused(400, "invalid_request_error", "parameter_invalid", message, {
    param,
    request_id: id,
  });
  return row(random, { ...common, id, ...PAYMENT, asked: body, told, objectId: null, ms });
}

type Made = Pick<Row, "accountId" | "mode" | "keyId" | "objectId" | "method" | "route" | "path"> & {
  id?: Id<"req">;
  asked: string | null;
  told: Told;
  ms: number;
};

function row(random: Random, made: Made): Row {
  const { accountId, mode, keyId, objectId = null, method, route, path, asked, told, ms } = made;
  return {
    accountId,
    mode,
    id: made.id ?? random.id("req", ms),
    keyId,
    route,
    method,
    path,
    status: told.status,
    answer: `${Math.floor(told.status / 100)}xx` as "2xx",
    errorCode: told.errorCode,
    version: NEWEST_VERSION,
    durationMs: method === "GET" ? random.int(2, 9) : random.int(24, 240),
    address: ADDRESS,
    userAgent: CLIENT,
    idempotencyKey:
      method === "POST" ? `shop-${(objectId ?? random.id("req", ms)).slice(-12)}` : null,
    replayed: false,
    objectId,
    requestBody: asked,
    requestForm: false,
    requestBytes: asked === null ? 0 : Buffer.byteLength(asked),
    requestCut: false,
    responseBody: told.body,
    responseBytes: Buffer.byteLength(told.body),
    responseCut: false,
    createdAt: dateFromMs(ms),
  };
}
