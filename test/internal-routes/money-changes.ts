import { pngFile } from "../evidence-files.ts";
import { IBANS } from "../payouts.ts";
import type { ChangeTable } from "./types.ts";
import { about, attempt, saying } from "./world.ts";

const PAYOUT = {
  amount: "100",
  currency: "EUR",
  name: "Ada Lindqvist",
  iban: IBANS.settles,
  accountNumber: null,
  sortCode: null,
  bic: null,
  rail: null,
  reference: null,
};
const PLAN = {
  name: "Team",
  amount: "19.00",
  currency: "EUR",
  interval: "month",
  intervalCount: 1,
  trialDays: 0,
};
const CSV = {
  format: "csv",
  file: `name,iban,amount,currency,reference\nAda Lindqvist,${IBANS.settles},1.00,EUR,One\n`,
};

/** Routes that move money or what is owed. */
export const MONEY_CHANGES = {
  "POST /:mode/payments/:id/refunds": {
    may: "refund",
    leaves: "refund.created",
    valid: about(
      (w) => w.payment(),
      () => ({ amount: "500", ...attempt() }),
    ),
  },
  "POST /:mode/payments/:id/details": {
    may: "manage_payments",
    leaves: "payment.details_changed",
    valid: about(
      (w) => w.payment(),
      () => ({ description: "Order 7", metadata: { order_id: "7" }, ...attempt() }),
    ),
  },
  "POST /:mode/payments/:id/capture": {
    may: "manage_payments",
    leaves: "payment.captured",
    valid: about(
      (w) => w.payment({ capture: "manual" }),
      () => ({ amount: "500", ...attempt() }),
    ),
  },
  "POST /:mode/payments/:id/cancel": {
    may: "manage_payments",
    leaves: "payment.canceled",
    valid: about((w) => w.payment({ capture: "manual" })),
  },
  "POST /:mode/payments/:id/retry": {
    may: "manage_payments",
    leaves: "payment.retried",
    valid: about((w) => w.declined()),
  },
  "POST /:mode/annotations/:id/tags": {
    may: "annotate",
    leaves: "tag.added",
    valid: about(
      (w) => w.customer(),
      () => ({ add: "VIP" }),
    ),
  },
  "POST /:mode/annotations/:id/notes": {
    may: "annotate",
    leaves: "note.written",
    valid: about(
      (w) => w.payment(),
      () => ({ text: "Called the customer.", mentions: [], ...attempt() }),
    ),
  },
  "POST /:mode/notes/:id": {
    may: "annotate",
    leaves: "note.edited",
    valid: about(
      (w) => w.note(),
      () => ({ text: "Called twice.", mentions: [] }),
    ),
  },
  "POST /:mode/notes/:id/delete": {
    may: "annotate",
    leaves: "note.deleted",
    valid: about(
      (w) => w.note(),
      () => ({}),
    ),
  },
  "POST /:mode/bulk-tags": {
    may: "annotate",
    leaves: "bulk_job.started",
    valid: async (w) => {
      const chosen = { ids: [await w.customer()] };
      return { body: { list: "customers", chosen, change: { add: "VIP" }, ...attempt() } };
    },
  },
  "POST /:mode/bulk-refunds": {
    may: "refund",
    leaves: "bulk_job.started",
    valid: async (w) => ({
      body: { chosen: { ids: [await w.payment()] }, reason: null, ...attempt() },
    }),
  },
  "POST /:mode/bulk-refunds/preview": {
    may: "refund",
    leaves: null,
    valid: async (w) => ({ body: { chosen: { ids: [await w.payment()] } } }),
  },
  "POST /:mode/bulk-jobs/:id/stop": {
    may: "annotate",
    leaves: "bulk_job.stopped",
    valid: about(
      (w) => w.bulkJob(),
      () => ({}),
    ),
  },
  "POST /:mode/bulk-jobs/:id/undo": {
    may: "annotate",
    leaves: "bulk_job.started",
    valid: about(
      (w) => w.doneBulkJob(),
      () => ({}),
    ),
  },
  "POST /:mode/payment-retries": {
    may: "manage_payments",
    leaves: "retry_job.started",
    valid: async (w) => {
      await w.declined();
      return { body: { filter: { status: "failed" }, ...attempt() } };
    },
  },
  "POST /:mode/payment-retries/:id/stop": {
    may: "manage_payments",
    leaves: "retry_job.stopped",
    valid: about(
      (w) => w.retryJob(),
      () => ({}),
    ),
  },
  "POST /:mode/refunds/:id/cancel": {
    may: "refund",
    leaves: "refund.canceled",
    valid: about((w) => w.refund()),
  },
  "POST /:mode/disputes/:id/evidence": {
    may: "manage_disputes",
    leaves: "dispute.answered",
    valid: about(
      (w) => w.dispute(),
      () => ({ evidence: { product_description: "A chair." }, submit: true, ...attempt() }),
    ),
  },
  "POST /:mode/disputes/:id/assign": {
    may: "manage_disputes",
    leaves: "dispute.assigned",
    valid: async (w) => ({
      id: await w.dispute(),
      body: { member: w.merchant.userId, ...attempt() },
    }),
  },
  "POST /:mode/disputes/:id/files": {
    may: "manage_disputes",
    leaves: "dispute.file_added",
    valid: about(
      (w) => w.dispute(),
      () => ({ name: "Receipt.png", file: pngFile().toString("base64"), ...attempt() }),
    ),
  },
  "POST /:mode/dispute-files/:id/remove": {
    may: "manage_disputes",
    leaves: "dispute.file_removed",
    valid: about((w) => w.disputeFile()),
  },
  "POST /:mode/disputes/:id/accept": {
    may: "manage_disputes",
    leaves: "dispute.accepted",
    valid: about((w) => w.dispute()),
  },
  "POST /:mode/mandates/:id/revoke": {
    may: "manage_mandates",
    leaves: "mandate.revoked",
    valid: about((w) => w.mandate()),
  },
  "POST /:mode/plans": {
    may: "manage_payments",
    leaves: "plan.created",
    valid: saying(() => ({ ...PLAN, ...attempt() })),
  },
  "POST /:mode/plans/:id": {
    may: "manage_payments",
    leaves: "plan.updated",
    valid: about(
      (w) => w.plan(),
      () => ({ active: false, ...attempt() }),
    ),
  },
  "POST /:mode/subscriptions": {
    may: "manage_payments",
    leaves: "subscription.created",
    valid: async (w) => ({
      body: {
        customer: await w.customer(),
        plan: await w.plan(),
        quantity: 1,
        trialDays: null,
        finalAction: "cancel",
        method: { testCard: "works" },
        ...attempt(),
      },
    }),
  },
  "POST /:mode/subscriptions/:id/preview": {
    may: "members",
    leaves: null,
    valid: about(
      (w) => w.subscription(),
      () => ({ quantity: 2 }),
    ),
  },
  "POST /:mode/subscriptions/:id/plan": {
    may: "manage_payments",
    leaves: "subscription.updated",
    valid: async (w) => {
      const id = await w.subscription();
      const { body } = await w.owner.post(`/test/subscriptions/${id}/preview`, { quantity: 2 });
      const { prorationDate } = body;
      return { id, body: { quantity: 2, prorationDate, ...attempt() } };
    },
  },
  "POST /:mode/subscriptions/:id/method": {
    may: "manage_payments",
    leaves: "subscription.updated",
    valid: about(
      (w) => w.subscription(),
      () => ({ method: { testCard: "works" }, ...attempt() }),
    ),
  },
  "POST /:mode/subscriptions/:id/cancel": {
    may: "manage_payments",
    leaves: "subscription.canceled",
    valid: about(
      (w) => w.subscription(),
      () => ({ when: "now", ...attempt() }),
    ),
  },
  "POST /:mode/balance/top-up": {
    may: "pay_out",
    leaves: "sandbox.topped_up",
    valid: saying(() => ({ amount: "5000", currency: "EUR", ...attempt() })),
  },
  "POST /:mode/settlements/:id/simulate": {
    may: "use_sandbox",
    leaves: "sandbox.settlement_simulated",
    valid: about(
      (w) => w.settlement(),
      () => ({ scenario: "paid", ...attempt() }),
    ),
  },
  "POST /:mode/simulations/:id": {
    may: "use_sandbox",
    leaves: "sandbox.payment_simulated",
    valid: about(
      (w) => w.payment(),
      () => ({ scenario: "chargeback", ...attempt() }),
    ),
  },
  "POST /:mode/payouts/preview": { may: "pay_out", leaves: null, valid: saying(() => PAYOUT) },
  "POST /:mode/payouts": {
    may: "pay_out",
    leaves: "payout.created",
    valid: saying(() => ({ ...PAYOUT, ...attempt() })),
  },
  "POST /:mode/payouts/:id/cancel": {
    may: "pay_out",
    leaves: "payout.canceled",
    valid: about((w) => w.payout()),
  },
  "POST /:mode/payouts/:id/simulate": {
    may: "use_sandbox",
    leaves: "sandbox.payout_simulated",
    valid: about(
      (w) => w.payout(),
      () => ({ scenario: "submit", ...attempt() }),
    ),
  },
  "POST /:mode/payouts/:id/approve": {
    may: "pay_out",
    leaves: "payout_approval.approved",
    valid: about((w) => w.waitingPayout()),
  },
  "POST /:mode/payouts/:id/refuse": {
    may: "pay_out",
    leaves: "payout_approval.refused",
    valid: about((w) => w.waitingPayout()),
  },
  "POST /:mode/payout-batches/:id/approve": {
    may: "pay_out",
    leaves: "payout_approval.approved",
    valid: about((w) => w.waitingBatch()),
  },
  "POST /:mode/payout-batches/:id/refuse": {
    may: "pay_out",
    leaves: "payout_approval.refused",
    valid: about((w) => w.waitingBatch()),
  },
  "POST /:mode/payout-limits": {
    may: "manage_account",
    leaves: "payout_limit.changed",
    valid: saying(() => ({ currency: "GBP", limits: { perPayout: "5000", perDay: "5000" } })),
  },
  "POST /:mode/payout-limits/changes/:id/confirm": {
    may: "manage_account",
    leaves: "payout_limit.change_confirmed",
    valid: about(
      (w) => w.limitChange(),
      () => ({}),
    ),
  },
  "POST /:mode/payout-limits/changes/:id/refuse": {
    may: "manage_account",
    leaves: "payout_limit.change_refused",
    valid: about(
      (w) => w.limitChange(),
      () => ({}),
    ),
  },
  "POST /:mode/payout-batches/preview": { may: "pay_out", leaves: null, valid: saying(() => CSV) },
  "POST /:mode/payout-batches": {
    may: "pay_out",
    leaves: "payout_batch.created",
    valid: saying(() => ({ ...CSV, ...attempt() })),
  },
  "POST /:mode/clock/advance": {
    may: "use_sandbox",
    leaves: "sandbox.clock_advanced",
    valid: saying(() => ({ seconds: 1, ...attempt() })),
  },
} satisfies ChangeTable;
