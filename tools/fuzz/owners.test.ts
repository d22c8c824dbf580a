// Every id that a call of the API takes, once of another account and once of the other mode.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Mode } from "#lib/kernel/mode.ts";
import { type AnyBody, type ApiResponse, api } from "#test/api.ts";
import { pdfFile } from "#test/evidence-files.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { openWorld, type World } from "#test/internal-routes/world.ts";
import { type LiveRail, useLiveRail } from "#test/live-rail.ts";
import type { Merchant } from "#test/merchant.ts";
import { openTill, type Till } from "#test/money.ts";
import { OPERATIONS, type Operation, resolve, type Schema } from "./operations.ts";
import { PREFIXES } from "./valid.ts";

const client = api();

/** The objects of one account and mode, by the parameter that names them. */
type Objects = Readonly<Record<string, string>>;

let world: World;
let rail: LiveRail;
let stranger: Till;
before(async () => {
  world = await openWorld();
  rail = useLiveRail();
  stranger = await openTill();
});
after(async () => {
  rail.putBack();
  await world.receiver.stop();
});

const isHeld = ({ path }: Operation) => path.includes("{");
/** One object of every kind that a path names. */
async function objectsOfPaths(): Promise<Objects> {
  const { merchant } = world;
  const bank = await merchant.call("POST", "/v1/bank_payments", {
    ...{ amount: 700, currency: "EUR", return_url: "https://shop.example/" },
  });
  const dispute = await world.dispute();
  const { body: file } = await merchant.call("POST", `/v1/disputes/${dispute}/files`, {
    ...{ name: "Receipt.pdf", file: pdfFile().toString("base64") },
  });
  const settlement = await world.settlement();
  const { body: movements } = await merchant.call("GET", "/v1/balance_transactions");
  const { body: requests } = await merchant.call("GET", "/v1/requests");
  return {
    payment_id: await world.payment(),
    bank_payment_id: bank.body.id,
    refund_id: await world.refund(),
    payment_method_id: await cardOf(merchant.key),
    mandate_id: await world.mandate(),
    dispute_id: dispute,
    file_id: file.id,
    customer_id: await world.customer(),
    plan_id: await world.plan(),
    subscription_id: await world.subscription(),
    invoice_id: await world.invoice(),
    balance_transaction_id: movements.data[0]!.id,
    settlement_id: settlement,
    payout_id: await world.payout(),
    payout_batch_id: await world.batch(),
    event_id: await world.event(),
    webhook_endpoint_id: await world.endpoint(),
    delivery_id: await world.delivery(),
    replay_id: await world.replay(),
    request_id: requests.data[0]?.id ?? (await world.request()),
    report_id: await world.file(),
    report_schedule_id: await world.schedule(),
    month_closing_id: await world.closing(),
  };
}

async function cardOf(key: string): Promise<string> {
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123" };
  const { body } = await client.call(key, "POST", "/v1/payment_methods", { type: "card", card });
  return body.id;
}

/** Bodies that the contract accepts, of those that need one. */
const BODIES: Readonly<Record<string, object>> = {
  add_dispute_evidence: { evidence: { uncategorized_text: "They paid." } },
  add_dispute_file: { name: "Receipt.pdf", file: pdfFile().toString("base64") },
};

const pathOf = ({ path }: Operation, ids: Objects) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(ids[name], `${path} names ${name}, of which this test makes no object`);
    return ids[name];
  });

test("another account and the other mode find no object of a path, in any operation", async () => {
  const ids = await objectsOfPaths();
  const keys = { stranger: stranger.key, live: world.merchant.keys.live.secret };
  for (const operation of OPERATIONS.filter(isHeld)) {
    for (const [whose, key] of Object.entries(keys)) {
      const body = operation.method === "POST" ? (BODIES[operation.id] ?? {}) : undefined;
      const path = pathOf(operation, ids);
      const { status, text } = await client.call(key, operation.method, path, body);
      const what = `${operation.id} with the ${whose} key: ${text.slice(0, 200)}`;
      assert.deepEqual([status, JSON.parse(text).error?.code], [404, "resource_missing"], what);
    }
  }
  const isRead = ({ method, id }: Operation) =>
    // The answer of the other is no JSON.
    method === "GET" && id !== "read_dispute_file_content";
  for (const operation of OPERATIONS.filter((one) => isHeld(one) && isRead(one))) {
    const { status, text } = await world.merchant.call("GET", pathOf(operation, ids));
    assert.equal(status, 200, `${operation.id} finds one's own: ${text.slice(0, 200)}`);
  }
});

/** Filters of lists that name an object, with the parameter of a path that names the same kind. */
const FILTERS: Readonly<Record<string, keyof Objects>> = {
  customer: "customer_id",
  payment_method: "payment_method_id",
  payment: "payment_id",
  subscription: "subscription_id",
  plan: "plan_id",
  source: "payment_id",
  settlement: "settlement_id",
  batch: "payout_batch_id",
  endpoint: "webhook_endpoint_id",
  event: "event_id",
  object: "payment_id",
};

test("no filter and no cursor of a list finds an object of another account or mode", async () => {
  const ids = await objectsOfPaths();
  const keys = { stranger: stranger.key, live: world.merchant.keys.live.secret };
  for (const { id, method, path, parameters } of OPERATIONS) {
    if (method !== "GET" || path.includes("{")) continue;
    const names = parameters.map(({ name }) => name);
    const kind = PREFIXES[path.split("/").at(-1) ?? ""];
    const own = Object.values(ids).find((one) => kind && one.startsWith(`${kind}_`));
    const asked = [
      ...Object.entries(FILTERS).map(([name, of]) => [name, ids[of]] as const),
      ...["starting_after", "ending_before"].map((name) => [name, own] as const),
    ].filter(([name, value]) => names.includes(name) && value);
    for (const [whose, key] of Object.entries(keys)) {
      for (const [name, value] of asked) {
        const query = id === "read_report" ? `type=settlement&status=all&${name}` : name;
        const { status, body, text } = await client.call(key, "GET", `${path}?${query}=${value}`);
        const what = `${id}?${name} with the ${whose} key: ${text.slice(0, 200)}`;
        if (name.endsWith("_after") || name.endsWith("_before")) {
          assert.deepEqual([status, body.error?.param], [400, name], what);
        } else if (status === 200) {
          assert.ok(!text.includes('"id"'), what);
          assert.deepEqual(body.data ?? [], [], what);
        } else assert.ok(status === 404 || status === 400, what);
      }
    }
  }
});

/** The objects that a body can name, of one key's account and mode. */
async function objectsOfBodies(merchant: Merchant, mode: Mode): Promise<Objects> {
  const key = merchant.keys[mode].secret;
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await client.call(key, "POST", path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body.id;
  };
  const customer = await make("/v1/customers", { name: "Ada" });
  const method = await cardOf(key);
  await client.call(key, "POST", `/v1/payment_methods/${method}`, { customer });
  const plan = { name: "Team", amount: 3_000, currency: "EUR", interval: "month" };
  const plans = [await make("/v1/plans", plan), await make("/v1/plans", plan)] as const;
  const charge = { amount: 900, currency: "EUR", method: "card", payment_method: method };
  return {
    customer,
    payment_method: method,
    free_method: await cardOf(key),
    plan: plans[0],
    other_plan: plans[1],
    payment: await make("/v1/payments", charge),
    endpoint: await endpointRow(merchant, { mode, url: world.receiver.url }),
    subscription: await make("/v1/subscriptions", {
      ...{ customer, plan: plans[0], payment_method: method },
    }),
  };
}

type BodyCase = {
  /** The path's object, of the caller. */
  of?: string;
  /** A body that works, with the objects of the caller. */
  body: (own: Objects) => object;
  /** Where the body names an object, and which. */
  names: Readonly<Record<string, string>>;
};

/** Every operation whose body names objects. */
const NAMING: Readonly<Record<string, BodyCase>> = {
  create_payment: {
    body: ({ customer, payment_method }) => ({
      ...{ amount: 900, currency: "EUR", method: "card", customer, payment_method },
    }),
    names: { customer: "customer", payment_method: "payment_method" },
  },
  create_refund: {
    body: ({ payment }) => ({ payment, amount: 100 }),
    names: { payment: "payment" },
  },
  create_payment_method: {
    body: ({ customer }) => ({
      ...{ type: "sepa_debit", sepa_debit: { iban: "DE89370400440532013000" }, customer },
    }),
    names: { customer: "customer" },
  },
  update_payment_method: {
    of: "free_method",
    body: ({ customer }) => ({ customer }),
    names: { customer: "customer" },
  },
  update_customer: {
    of: "customer",
    body: ({ payment_method }) => ({ default_payment_method: payment_method }),
    names: { default_payment_method: "payment_method" },
  },
  create_subscription: {
    body: ({ customer, plan, payment_method }) => ({ customer, plan, payment_method }),
    names: { customer: "customer", plan: "plan", payment_method: "payment_method" },
  },
  update_subscription: {
    of: "subscription",
    body: ({ plan, payment_method }) => ({ plan, payment_method }),
    names: { plan: "plan", payment_method: "payment_method" },
  },
  preview_subscription: {
    of: "subscription",
    body: ({ other_plan }) => ({ plan: other_plan }),
    names: { plan: "plan" },
  },
  replay_event: {
    of: "event",
    body: ({ endpoint }) => ({ endpoint }),
    names: { endpoint: "endpoint" },
  },
  create_test_event: {
    body: ({ endpoint }) => ({ type: "payment.succeeded", endpoint }),
    names: { endpoint: "endpoint" },
  },
  create_replay: {
    body: ({ endpoint }) => ({
      ...{ from: new Date(Date.now() - 60_000).toISOString(), dry_run: true },
      endpoints: [endpoint],
    }),
    names: { endpoints: "endpoint" },
  },
  simulate: {
    body: ({ payment }) => ({ object: payment, scenario: "chargeback" }),
    names: { object: "payment" },
  },
};

/** Names of objects in a body. A settlement there chooses among one's own rows of a report, and a file is its content. */
const NAMED_KINDS = new Set([
  ...["payment", "refund", "payment_method", "customer", "plan", "mandate", "subscription"],
  ...[
    "default_payment_method",
    "endpoint",
    "endpoints",
    "object",
    "source",
    "event",
    "batch",
    "dispute",
    "invoice",
  ],
]);

/** The names of a body's own parameters. */
function bodyNames(schema: Schema | null): string[] {
  if (!schema) return [];
  const { properties, anyOf } = resolve(schema);
  return [...Object.keys(properties ?? {}), ...(anyOf ?? []).flatMap(bodyNames)];
}

test("no body refers to an object of another account or mode", async () => {
  const { merchant } = world;
  for (const { id, body } of OPERATIONS) {
    const naming = bodyNames(body).filter((name) => NAMED_KINDS.has(name));
    assert.deepEqual([...new Set(naming)].sort(), Object.keys(NAMING[id]?.names ?? {}).sort(), id);
  }
  const own = { ...(await objectsOfBodies(merchant, "test")), event: await world.event() };
  const foreign = {
    theirs: await objectsOfBodies(stranger, "test"),
    live: await objectsOfBodies(merchant, "live"),
  };
  for (const operation of OPERATIONS) {
    const naming = NAMING[operation.id];
    if (!naming) continue;
    const path = operation.path.replace(/\{\w+\}/, own[naming.of as keyof typeof own] ?? "");
    const body: Record<string, unknown> = { ...naming.body(own) };
    const send = (sent: object): Promise<ApiResponse<AnyBody>> =>
      merchant.call("POST", path, sent) as Promise<ApiResponse<AnyBody>>;
    for (const [name, kind] of Object.entries(naming.names)) {
      for (const [whose, objects] of Object.entries(foreign)) {
        const value = Array.isArray(body[name]) ? [objects[kind]] : objects[kind];
        const { status, body: said, text } = await send({ ...body, [name]: value });
        const what = `${operation.id}, ${name} of ${whose}: ${text.slice(0, 200)}`;
        // A card of another customer of one's own is refused in the same words.
        assert.equal(status, name === "default_payment_method" ? 400 : 404, what);
        // A simulation is about one object, which its errors do not name.
        const param = operation.id === "simulate" ? undefined : name;
        assert.equal(said.error?.param?.replace(/\[.*/, ""), param, what);
      }
    }
    const { status, text } = await send(body);
    assert.ok(status < 300, `${operation.id} with one's own: ${text.slice(0, 200)}`);
  }
});
