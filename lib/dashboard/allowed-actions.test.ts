import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { DISPUTE_STATUSES } from "#lib/kernel/vocabulary/disputes.ts";
import { MANDATE_STATUSES } from "#lib/kernel/vocabulary/mandates.ts";
import { SHOWN_PAYMENT_STATUSES } from "#lib/kernel/vocabulary/payments.ts";
import { checkTable, memberOfEachRole } from "#test/action-table.ts";
import { pdfFile } from "#test/evidence-files.ts";
import { openWorld, type World } from "#test/internal-routes/index.ts";
import { AGREED } from "#test/money.ts";
import { IBANS, to } from "#test/payouts.ts";

let world: World;
let visitors: Awaited<ReturnType<typeof memberOfEachRole>>;
before(async () => {
  world = await openWorld();
  visitors = await memberOfEachRole(world.merchant);
});
after(() => world.receiver.stop());

const simulate = async (id: string, scenario: string) => {
  const answer = await world.owner.post(`/test/simulations/${id}`, {
    scenario,
    attempt: randomUUID(),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};

const call = async (path: string, body: object = {}) => {
  const answer = await world.merchant.call("POST", path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};

const paid = () => world.payment({ amount: 1_000 });
const manual = () => world.payment({ capture: "manual" });

async function charged(number: string, params: object = {}): Promise<string> {
  const answer = await world.merchant.charge({ payment_method: `pm_test_${number}`, ...params });
  return answer.body.id ?? String(answer.body.error.payment?.id);
}

const disputed = async () => {
  const payment = await paid();
  await simulate(payment, "chargeback");
  return payment;
};

const disputeOf = async (payment: string): Promise<string> => {
  const { body } = await world.owner.get(`/test/payments/${payment}`);
  return body.dispute.id;
};

const decided = async (outcome: "won" | "lost") => {
  const payment = await disputed();
  await call(`/v1/disputes/${await disputeOf(payment)}/evidence`, {
    evidence: { uncategorized_text: "They signed for it." },
    submit: true,
  });
  await simulate(await disputeOf(payment), outcome);
  return payment;
};

const refundOf = async (payment: string, amount: number) => {
  await call("/v1/refunds", { payment, amount });
  return payment;
};

async function debit(): Promise<string> {
  const sepa_debit = { iban: "DE89370400440532013000" };
  const made = await call("/v1/payment_methods", { type: "sepa_debit", sepa_debit });
  const params = { method: "sepa_debit", payment_method: made.id, ...AGREED };
  return (await world.merchant.charge(params)).body.id;
}

test("a payment's view allows what its routes accept, in every status and for every role", async () => {
  const states = {
    requires_action: () => charged("4000000000003220"),
    processing: debit,
    requires_capture: manual,
    succeeded: paid,
    partially_refunded: async () => await refundOf(await paid(), 700),
    refunded: async () => await refundOf(await paid(), 1_000),
    disputed,
    dispute_won: () => decided("won"),
    dispute_lost: () => decided("lost"),
    failed: world.declined,
    canceled: async () => {
      const payment = await manual();
      await call(`/v1/payments/${payment}/cancel`);
      return payment;
    },
  };
  assert.deepEqual(Object.keys(states).sort(), [...SHOWN_PAYMENT_STATUSES].sort());
  for (const [status, make] of Object.entries(states)) {
    const { body } = await world.owner.get(`/test/payments/${await make()}`);
    assert.equal(body.status, status);
    assert.equal(body.refundable === "0", !body.allowedActions.refund.allowed, status);
  }
  const allowed = await checkTable(visitors, {
    path: "/test/payments",
    permissions: {
      refund: "refund",
      edit: "manage_payments",
      capture: "manage_payments",
      cancel: "manage_payments",
      retry: "manage_payments",
    },
    press: {
      refund: ["/refunds", { amount: "100" }],
      edit: ["/details", { description: null, metadata: { order: "7" } }],
      capture: ["/capture", { amount: "100" }],
      cancel: ["/cancel"],
      retry: ["/retry"],
    },
    states: { ...states, declined_for_ever: () => charged("4000000000009979") },
  });
  assert.deepEqual(allowed, {
    requires_action: ["edit", "cancel"],
    processing: ["edit"],
    requires_capture: ["edit", "capture", "cancel"],
    succeeded: ["refund", "edit"],
    partially_refunded: ["refund", "edit"],
    refunded: ["edit"],
    disputed: ["edit"],
    dispute_won: ["edit"],
    dispute_lost: ["edit"],
    failed: ["edit", "retry"],
    canceled: ["edit"],
    declined_for_ever: ["edit"],
  });
});

test("the amount that can be refunded is exactly what the API refunds", async () => {
  const payment = await refundOf(await paid(), 333);
  const { body } = await world.owner.get(`/test/payments/${payment}`);
  assert.equal(body.refundable, "667");
  const refund = (amount: number) => world.merchant.refund({ payment, amount });
  assert.equal((await refund(668)).status, 400);
  assert.equal((await refund(667)).status, 201);
  const contested = await disputed();
  const seen = (await world.owner.get(`/test/payments/${contested}`)).body;
  assert.deepEqual([seen.status, seen.refundable], ["disputed", "0"]);
  assert.equal((await world.merchant.refund({ payment: contested })).status, 409);
});

test("a dispute's view allows what its routes accept, in every status and for every role", async () => {
  const opened = async () => await disputeOf(await disputed());
  const states = {
    needs_response: opened,
    under_review: async () => {
      const id = await opened();
      const evidence = { uncategorized_text: "They signed for it." };
      await call(`/v1/disputes/${id}/evidence`, { evidence, submit: true });
      return id;
    },
    won: async () => await disputeOf(await decided("won")),
    lost: async () => await disputeOf(await decided("lost")),
  };
  assert.deepEqual(Object.keys(states).sort(), [...DISPUTE_STATUSES].sort());
  const late = async () => {
    const id = await opened();
    const text = "update disputes set evidence_due_by = now() - interval '1 hour' where id = $1";
    await getPool().query(text, [id]);
    return id;
  };
  const allowed = await checkTable(visitors, {
    path: "/test/disputes",
    permissions: {
      answer: "manage_disputes",
      accept: "manage_disputes",
      assign: "manage_disputes",
      addFile: "manage_disputes",
    },
    press: {
      answer: ["/evidence", { evidence: { receipt: "Number 7" }, submit: false }],
      accept: ["/accept"],
      assign: ["/assign", { member: null }],
      addFile: ["/files", { name: "note.pdf", file: pdfFile().toString("base64") }],
    },
    states: { ...states, late },
  });
  assert.deepEqual(allowed, {
    needs_response: ["answer", "accept", "assign", "addFile"],
    under_review: ["assign"],
    won: ["assign"],
    lost: ["assign"],
    late: ["assign"],
  });
});

test("a refund's view allows what its routes accept, in every status and for every role", async () => {
  const made = async (number: string) => {
    const payment = await charged(number);
    return String((await call("/v1/refunds", { payment, amount: 700 })).id);
  };
  const pending = () => made("4000000000007726");
  const allowed = await checkTable(visitors, {
    path: "/test/refunds",
    permissions: { cancel: "refund" },
    press: { cancel: ["/cancel"] },
    states: {
      pending,
      submitted: () => made("4000000000005126"),
      settled: () => made("4242424242424242"),
      canceled: async () => {
        const id = await pending();
        await call(`/v1/refunds/${id}/cancel`);
        return id;
      },
    },
  });
  assert.deepEqual(allowed, { pending: ["cancel"], submitted: [], settled: [], canceled: [] });
});

test("a payout's view allows what its routes accept, in every status and for every role", async () => {
  const waiting = async () => {
    const id = await world.waitingPayout();
    return id;
  };
  const allowed = await checkTable(visitors, {
    path: "/test/payouts",
    permissions: { cancel: "pay_out", approve: "pay_out", refuse: "pay_out" },
    press: { cancel: ["/cancel"], approve: ["/approve"], refuse: ["/refuse"] },
    states: {
      waiting,
      pending: async () => (await world.merchant.paid({ amount: 100 })).id,
      submitted: async () => {
        const { id } = await world.merchant.paid({ amount: 100, ...to(IBANS.staysSubmitted) });
        await world.merchant.advance(60);
        return id;
      },
      canceled: async () => {
        const id = await waiting();
        await call(`/v1/payouts/${id}/cancel`);
        return id;
      },
    },
  });
  assert.deepEqual(allowed, {
    waiting: ["cancel", "approve", "refuse"],
    pending: ["cancel"],
    submitted: [],
    canceled: [],
  });
});

test("a mandate's view allows what its routes accept, in every status and for every role", async () => {
  const ended = (scenario: string) => async () => {
    const id = await world.mandate();
    await simulate(id, scenario);
    return id;
  };
  const inState = (status: string) => async () => {
    const id = await world.mandate();
    await getPool().query("update mandates set status = $2 where id = $1", [id, status]);
    return id;
  };
  const states = {
    pending: inState("pending"),
    active: world.mandate,
    failed: inState("failed"),
    revoked: ended("revoked"),
    expired: ended("expired"),
  };
  assert.deepEqual(Object.keys(states).sort(), [...MANDATE_STATUSES].sort());
  const allowed = await checkTable(visitors, {
    path: "/test/mandates",
    permissions: { revoke: "manage_mandates" },
    press: { revoke: ["/revoke"] },
    states,
  });
  assert.deepEqual(
    Object.entries(allowed).filter(([, actions]) => actions.length > 0),
    [["active", ["revoke"]]],
  );
});
