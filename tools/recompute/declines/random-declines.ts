import { getPool } from "#db/client.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { newId, newIdAt } from "#lib/kernel/ids.ts";
import type { Dice } from "#tools/fuzz/dice.ts";

/** Cards by which issuers, countries, BINs and methods overlap. */
const CARDS = [
  { issuer: "Nordlicht Bank", country: "DE", bin: "400001", brand: "visa" },
  { issuer: "Nordlicht Bank", country: "DE", bin: "400002", brand: "mastercard" },
  { issuer: "Nordlicht Bank", country: "AT", bin: "400003", brand: "visa" },
  { issuer: "Donaubank", country: "AT", bin: "400004", brand: "mastercard" },
  { issuer: "Harbour & Vale Bank", country: "GB", bin: "400005", brand: "visa" },
  { issuer: null, country: "GB", bin: "400006", brand: "visa" },
] as const;
const NO_CARD = { issuer: null, country: null, bin: null, brand: null } as const;
type Card = (typeof CARDS)[number] | typeof NO_CARD;

const CODES = [
  "do_not_honor",
  "insufficient_funds",
  "authentication_required",
  "lost_card",
] as const;
/** Visa's 04 is never approved. */
const NETWORK_CODES = [null, "05", "51", "04"] as const;
const ADVICE = [
  null,
  "try_again_later",
  "try_again_later",
  "do_not_try_again",
  "confirm_card_data",
] as const;
const AMOUNTS = [1_000, 1_000, 2_500, 40_000] as const;

/** A time in which payments of some cards are declined more often. */
type Outage = {
  covers: (card: Card) => boolean;
  from: number;
  to: number;
  rate: number;
  extra: number;
};

const at = (dice: Dice, from: number, to: number) =>
  from + dice.below(Math.max(1, Math.floor(to - from)));

/** Up to two outages of an issuer, a country, a BIN or everything, and sometimes one of the last half hour. */
function outagesOf(dice: Dice, from: number, to: number): Outage[] {
  const outage = (start: number, end: number, rate: number, extra: number): Outage => {
    const card = dice.pick(CARDS);
    const covers = dice.pick<(one: Card) => boolean>([
      (one) => one.issuer === "Nordlicht Bank",
      (one) => one.country === card.country,
      (one) => one.bin === card.bin,
      () => true,
    ]);
    return { covers, from: start, to: end, rate, extra };
  };
  const outages = Array.from({ length: dice.below(3) }, () => {
    const start = at(dice, from, to);
    const end = Math.min(to, start + dice.pick([2 * HOUR_MS, 9 * HOUR_MS, 3 * DAY_MS]));
    return outage(start, end, dice.pick([0.5, 0.95]), dice.pick([10, 40]));
  });
  if (dice.chance(0.6)) outages.push(outage(to - 30 * MINUTE_MS, to, 0.97, 25));
  return outages;
}

const COLUMNS = [
  ["id", "text"],
  ["at", "timestamptz"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["outcome", "text"],
  ["code", "text"],
  ["network", "text"],
  ["advice", "text"],
  ["method", "text"],
  ["brand", "text"],
  ["bin", "text"],
  ["issuer", "text"],
  ["country", "text"],
  ["fingerprint", "text"],
  ["payment_method", "text"],
] as const;
type Row = Record<(typeof COLUMNS)[number][0], unknown>;

const INSERT = `
  with made as (
    insert into payments (account_id, id, mode, status, amount, currency, method, outcome, decline_code, network_decline_code,
                          advice_code, card_brand, card_last4, card_bin, card_issuer, card_country, card_fingerprint,
                          payment_method_id, created_at, updated_at)
    select $1, r.id, 'test', case r.outcome when 'approved' then 'succeeded' when 'abandoned' then 'canceled' else 'failed' end,
           r.amount, r.currency, r.method, r.outcome, r.code, r.network, r.advice, r.brand, case when r.brand is not null then '4242' end,
           r.bin, r.issuer, r.country, r.fingerprint, r.payment_method, r.at, r.at
      from unnest(${COLUMNS.map(([, type], n) => `$${n + 2}::${type}[]`).join(", ")}) as r(${COLUMNS.map(([name]) => name).join(", ")})
    returning account_id, id, mode, outcome
  )
  insert into payment_outcomes (account_id, mode, payment_id, outcome)
  select account_id, mode, id, outcome from made`;

/** The payment methods of payers: some ended, some of one use, some under a mandate. */
async function payersOf(accountId: string, dice: Dice, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId("pm"));
  for (const id of ids) {
    await getPool().query(
      `insert into payment_methods (account_id, id, mode, type, status, rail_token, reusable)
       values ($1, $2, 'test', 'card', $3, $2, $4)`,
      [accountId, id, dice.chance(0.8) ? "active" : "detached", dice.chance(0.9)],
    );
    if (dice.chance(0.3)) continue;
    await getPool().query(
      `insert into mandates (account_id, id, mode, status, scheme, reference, payment_method_id, accepted_at)
       values ($1, $2, 'test', $3, 'card', $2, $4, now())`,
      [accountId, newId("mdt"), dice.pick(["active", "active", "pending", "revoked"]), id],
    );
  }
  return ids;
}

/**
 * Adds payments of the last days with usual declines and with outages, retries of declines, and payers under mandates, as the
 * write path leaves them. Equal seeds give equal choices. Returns the number of payments.
 */
export async function addDeclines(accountId: string, dice: Dice): Promise<number> {
  const to = nowMs() - MINUTE_MS;
  const from = to - dice.pick([1, 2, 6, 25, 60, 130]) * DAY_MS;
  const count = dice.pick([15, 120, 400, 800]);
  const usual = dice.pick([0.03, 0.1, 0.3]);
  const outages = outagesOf(dice, from, to);
  const payers = await payersOf(accountId, dice, 8);
  const rows: Row[] = [];
  const add = (ms: number, card: Card) => {
    const raised = outages.filter((one) => one.covers(card) && ms >= one.from && ms < one.to);
    const rate = Math.max(usual, ...raised.map((one) => one.rate));
    const last = rows.at(-1);
    // A payer tries the same again, a little later.
    const again = last && dice.chance(0.15) ? last : null;
    const outcome = dice.chance(0.03) ? "abandoned" : dice.chance(rate) ? "declined" : "approved";
    const isDeclined = outcome === "declined";
    rows.push({
      id: newIdAt("pay", ms),
      at: dateFromMs(ms),
      amount: again?.amount ?? dice.pick(AMOUNTS),
      currency: again?.currency ?? dice.pick(["EUR", "EUR", "EUR", "EUR", "GBP"]),
      outcome,
      code: isDeclined ? (raised.length > 0 ? "issuer_unavailable" : dice.pick(CODES)) : null,
      network: isDeclined ? dice.pick(NETWORK_CODES) : null,
      advice: isDeclined ? dice.pick(ADVICE) : null,
      method: card.brand ? "card" : "sepa_debit",
      ...{ brand: card.brand, bin: card.bin, issuer: card.issuer, country: card.country },
      fingerprint: again?.fingerprint ?? (card.brand ? `fp_${rows.length}` : null),
      payment_method: again?.payment_method ?? (dice.chance(0.7) ? dice.pick(payers) : null),
    });
  };
  const some = (): Card => (dice.chance(0.1) ? NO_CARD : dice.pick(CARDS));
  const times = Array.from({ length: count }, () => at(dice, from, to)).sort((a, b) => a - b);
  for (const ms of times) add(ms, some());
  for (const one of outages) {
    const own = Array.from({ length: one.extra }, () => at(dice, one.from, one.to)).sort(
      (a, b) => a - b,
    );
    for (const ms of own) add(ms, dice.pick(CARDS.filter(one.covers)) ?? CARDS[0]);
  }
  const columns = COLUMNS.map(([name]) => rows.map((row) => row[name]));
  await getPool().query(INSERT, [accountId, ...columns]);
  return rows.length;
}
