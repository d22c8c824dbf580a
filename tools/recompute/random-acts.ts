import { hostedApp } from "#lib/hosted/app.ts";
import { env } from "#lib/kernel/env.ts";
import { ACTS } from "#tools/lives/acts.ts";
import type { Act, Player } from "#tools/lives/life.ts";

const DAY_S = 86_400;

export const WAITS = [900, 3_600, 5_400, 20_000, DAY_S, DAY_S, 2 * DAY_S, 3 * DAY_S] as const;

export const passTime = ({ post }: Player, seconds: number) =>
  post("/v1/test/clock/advance", { seconds: Math.max(1, seconds) });

/** A payer: charges of one amount and currency, so that a later one retries an earlier one. */
export type Payer = { customer: string; amount: number; currency: string };

/** On both sides of amount bands. */
const AMOUNTS = [999, 1_000, 2_999, 3_000, 12_345, 25_000, 100_000] as const;
const CURRENCIES = ["EUR", "EUR", "EUR", "GBP", "JPY", "KWD"] as const;
/** Soft, hard and data declines. */
const DECLINING = [
  ...["4000000000009995", "4000000000000002", "4000000000009987", "4000000000000127"],
  ...["4000000000009979", "4000000000000069"],
] as const;
const PAYING = [
  ...["4242424242424242", "5555555555554444", "371449635398431", "2223003122003222"],
  ...["4000005280000002", "5105105105105100", "4000000000000259", "4000000000002685"],
  ...["4000000000005126", "4000000000003220", "4000008400001629", "4000008260003178"],
  "4000008400001280",
] as const;
const EXEMPTIONS = ["low_value", "transaction_risk_analysis", "trusted_beneficiary"] as const;

export async function payersOf({ post, dice }: Player): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (let n = 0; n < 3; n++) {
    const { body } = await post("/v1/customers", { name: "Ada Lindqvist" });
    payers.push({ customer: body.id, amount: dice.pick(AMOUNTS), currency: dice.pick(CURRENCIES) });
  }
  return payers;
}

/** A payer tries to buy up to three times, by cards that decline and cards that do not. */
export async function buy(player: Player, payers: readonly Payer[]): Promise<void> {
  const { dice } = player;
  const payer = dice.pick(payers);
  const known = dice.below(3) > 0 ? { customer: payer.customer } : {};
  const tries = 1 + dice.below(3);
  for (let n = 0; n < tries; n++) {
    const card = dice.below(2) === 0 ? dice.pick(DECLINING) : dice.pick(PAYING);
    const { status } = await player.post("/v1/payments", {
      amount: dice.below(4) > 0 ? payer.amount : dice.pick(AMOUNTS),
      currency: payer.currency,
      method: "card",
      payment_method: `pm_test_${card}`,
      capture: dice.pick(["automatic", "automatic", "automatic", "manual"]),
      ...known,
      ...(dice.below(4) === 0 ? { exemption: dice.pick(EXEMPTIONS) } : {}),
      ...(dice.below(4) === 0 ? { description: dice.pick(['-2+3,"x"', "Order 6735"]) } : {}),
    });
    if (status < 300) return;
    if (dice.below(2) === 0) await passTime(player, dice.pick(WAITS));
  }
}

/** A random row of the merchant's own, or undefined. */
async function found<T extends object>({ till, dice }: Player, sql: string) {
  const rows = await till.rows<T & { id: string }>(`${sql} order by id`);
  return rows.length > 0 ? dice.pick(rows) : undefined;
}

const paid = (more: string) =>
  `select id, amount_captured::int as left from payments
    where account_id = $1 and status = 'succeeded' and ${more}`;

async function answer(player: Player): Promise<void> {
  const open = await found<{ url: string }>(
    player,
    "select id, redirect_url as url from payments where account_id = $1 and status = 'requires_action' and redirect_url is not null",
  );
  if (!open) return;
  const { dice } = player;
  await hostedApp.request(new URL(open.url, env.publicUrl).pathname, {
    method: "POST",
    body: new URLSearchParams({ answer: dice.pick(["approve", "approve", "refuse", "decline"]) }),
    headers: { origin: env.publicUrl },
  });
}

async function capture(player: Player): Promise<void> {
  const open = await found<{ amount: number }>(
    player,
    "select id, amount::int as amount from payments where account_id = $1 and status = 'requires_capture'",
  );
  if (!open) return;
  const { dice, post } = player;
  const part = dice.below(2) === 0 ? { amount: 1 + dice.below(open.amount) } : {};
  if (dice.below(4) === 0) await post(`/v1/payments/${open.id}/cancel`);
  else await post(`/v1/payments/${open.id}/capture`, part);
}

async function refund(player: Player): Promise<void> {
  const payment = await found<{ left: number }>(
    player,
    paid("amount_refunded < amount_captured and not disputed"),
  );
  if (!payment) return;
  const { dice, post } = player;
  const part = dice.below(3) === 0 ? {} : { amount: 1 + dice.below(payment.left) };
  await post("/v1/refunds", { payment: payment.id, ...part });
}

/** The merchant's own texts change no figure. */
async function note(player: Player): Promise<void> {
  const payment = await found(player, "select id from payments where account_id = $1");
  if (payment) await player.post(`/v1/payments/${payment.id}`, { metadata: { order: "6735" } });
}

/** Simulates an act of a bank on an object of the merchant. */
async function simulate(player: Player): Promise<void> {
  const { dice, post } = player;
  const [scenario, sql] = dice.pick([
    ["late_failure", paid("method = 'sepa_debit'")],
    ["chargeback", paid("method = 'card' and not disputed")],
    [
      "won",
      "select id from disputes where account_id = $1 and status in ('needs_response', 'under_review')",
    ],
    [
      "lost",
      "select id from disputes where account_id = $1 and status in ('needs_response', 'under_review')",
    ],
    [
      "bank_account_closed",
      "select id from settlements where account_id = $1 and status = 'scheduled'",
    ],
    ["paid", "select id from settlements where account_id = $1 and status = 'scheduled'"],
    ["return", "select id from payouts where account_id = $1 and status = 'settled'"],
  ] as const);
  const object = await found(player, sql);
  if (object) await post("/v1/test/simulate", { object: object.id, scenario });
}

/** Acts of `tools/lives` that are as likely to do something here. */
const SHARED = [
  ...["debit", "pay by bank", "answer a dispute", "top up", "pay out", "pay out many"],
  "subscribe",
];

/** Everything but charges and time. */
export const OTHER_ACTS: readonly Act[] = [
  { name: "a payer answers", weight: 7, run: answer },
  { name: "capture or void", weight: 3, run: capture },
  { name: "refund", weight: 3, run: refund },
  { name: "note", weight: 2, run: note },
  { name: "simulate", weight: 4, run: simulate },
  ...ACTS.filter(({ name }) => SHARED.includes(name)).map((act) => ({
    ...act,
    // A subscription is charged on every day that passes, which takes long.
    weight: act.name === "subscribe" ? 0.5 : act.weight,
  })),
];
