import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from "#lib/kernel/vocabulary/billing.ts";
import { checkTable, memberOfEachRole } from "#test/action-table.ts";
import { openWorld, type World } from "#test/internal-routes/index.ts";

let world: World;
let visitors: Awaited<ReturnType<typeof memberOfEachRole>>;
before(async () => {
  world = await openWorld();
  visitors = await memberOfEachRole(world.merchant);
});
after(() => world.receiver.stop());

const DECLINES = "pm_test_4000000000009979";

async function subscribed(params: object = {}): Promise<string> {
  const { body, text, status } = await world.merchant.call("POST", "/v1/subscriptions", {
    customer: await world.customer(),
    plan: await world.plan(),
    payment_method: "pm_test_4242424242424242",
    ...params,
  });
  assert.ok(status < 300 || body.error?.code === "card_declined", text);
  return body.id;
}

const simulate = async (id: string, scenario: string) => {
  const press = { scenario, attempt: randomUUID() };
  const { status, body } = await world.owner.post(`/test/simulations/${id}`, press);
  assert.equal(status, 200, JSON.stringify(body));
};

let plans = 0;

/** Its card's second charge is declined softly. The card's limits are per amount. */
async function pastDue(params: object = {}): Promise<string> {
  const card = { number: "4000000000000341", exp_month: 12, exp_year: 2040, cvc: "123" };
  const made = await world.merchant.call("POST", "/v1/payment_methods", { type: "card", card });
  const payer = { customer: await world.customer(), payment_method: made.body.id };
  await world.merchant.charge(payer);
  const terms = { name: "Team", amount: 3_000 + ++plans, currency: "EUR", interval: "month" };
  const plan = (await world.merchant.call("POST", "/v1/plans", terms)).body.id;
  const id = await subscribed({ ...payer, plan, trial_days: 3, ...params });
  await simulate(id, "trial_ends");
  // A simulated period begins up to a second ahead, and a change cannot be before it.
  await getPool().query(
    // In UTC, because Citus takes no function of a column that depends on the session's zone.
    `update subscriptions set changed_at = (changed_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC',
       current_period_start = (current_period_start at time zone 'UTC' - interval '1 minute') at time zone 'UTC' where id = $1`,
    [id],
  );
  return id;
}

const canceled = async () => {
  const id = await subscribed();
  const press = { when: "now", attempt: randomUUID() };
  assert.equal((await world.owner.post(`/test/subscriptions/${id}/cancel`, press)).status, 200);
  return id;
};

const inStatus = (table: string, status: string, make: () => Promise<string>) => async () => {
  const id = await make();
  await getPool().query(`update ${table} set status = $2 where id = $1`, [id, status]);
  return id;
};

test("a subscription's view allows what its routes accept, in every status and for every role", async () => {
  const states = {
    trialing: () => subscribed({ trial_days: 14 }),
    active: () => subscribed(),
    incomplete: () => subscribed({ payment_method: DECLINES }),
    past_due: () => pastDue(),
    unpaid: async () => {
      const id = await pastDue({ dunning: { final_action: "unpaid" } });
      await simulate(id, "dunning_ends");
      return id;
    },
    canceled,
    incomplete_expired: inStatus("subscriptions", "incomplete_expired", canceled),
  };
  assert.deepEqual(Object.keys(states).sort(), [...SUBSCRIPTION_STATUSES].sort());
  for (const [status, make] of Object.entries(states)) {
    const { body } = await world.owner.get(`/test/subscriptions/${await make()}`);
    assert.equal(body.status, status);
  }
  const permission = "manage_payments";
  const allowed = await checkTable(visitors, {
    path: "/test/subscriptions",
    permissions: {
      changeMethod: permission,
      changePlan: permission,
      endWithPeriod: permission,
      cancel: permission,
    },
    press: {
      changeMethod: ["/method", { method: { testCard: "works" } }],
      changePlan: [
        "/plan",
        {
          quantity: 2,
          get prorationDate() {
            return new Date().toISOString();
          },
        },
      ],
      endWithPeriod: ["/cancel", { when: "period_end" }],
      cancel: ["/cancel", { when: "now" }],
    },
    states,
  });
  const running = ["changeMethod", "changePlan", "endWithPeriod", "cancel"];
  assert.deepEqual(allowed, {
    trialing: running,
    active: running,
    incomplete: ["changeMethod", "endWithPeriod", "cancel"],
    past_due: running,
    unpaid: ["cancel"],
    canceled: [],
    incomplete_expired: [],
  });
});

test("an invoice's view allows a retry where the retry of its latest payment is accepted", async () => {
  const invoiceOf = (make: () => Promise<string>) => async () => {
    const subscription = await make();
    const { body } = await world.owner.get(`/test/invoices?subscription=${subscription}`);
    return body.invoices[0].id as string;
  };
  const paid = invoiceOf(() => subscribed());
  const states = {
    draft: invoiceOf(async () => {
      const id = await subscribed();
      await world.merchant.call("POST", `/v1/subscriptions/${id}`, { quantity: 2 });
      return id;
    }),
    open: invoiceOf(() => pastDue()),
    paid,
    void: invoiceOf(async () => {
      const id = await pastDue();
      const press = { when: "now", attempt: randomUUID() };
      assert.equal((await world.owner.post(`/test/subscriptions/${id}/cancel`, press)).status, 200);
      return id;
    }),
    uncollectible: invoiceOf(async () => {
      const id = await pastDue();
      await simulate(id, "dunning_ends");
      return id;
    }),
  };
  assert.deepEqual(Object.keys(states).sort(), [...INVOICE_STATUSES].sort());
  const allowed = await checkTable(visitors, {
    path: "/test/invoices",
    permissions: { retry: "manage_payments" },
    press: {
      retry: [
        async (id) => {
          const { body } = await world.owner.get(`/test/invoices/${id}`);
          return `/test/payments/${body.attempts.at(-1)?.id ?? "none"}/retry`;
        },
      ],
    },
    states: {
      ...states,
      first_declined: invoiceOf(() => subscribed({ payment_method: DECLINES })),
    },
  });
  assert.deepEqual(allowed, {
    draft: [],
    open: ["retry"],
    paid: [],
    void: [],
    uncollectible: [],
    first_declined: [],
  });
});
