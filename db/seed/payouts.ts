import { TRANSFER_KINDS, type TransferKind } from "#lib/domain/ledger/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { schema } from "../client.ts";
import type { Random } from "./random.ts";
import { FIRST_NAMES, LAST_NAMES } from "./shop.ts";

/** The roastery's beneficiaries: its staff each fortnight, and its suppliers. */
const IBANS = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "NL91ABNA0417164300",
  "BE68539007547034",
  "FR1420041010050500013M02606",
  "ES9121000418450200051332",
];
const SUPPLIERS: ReadonlyArray<readonly [name: string, iban: string, cents: number]> = [
  ["Finca El Mirador S.L.", "ES9121000418450200051332", 842_500],
  ["Hanse Rohkaffee GmbH", "DE89370400440532013000", 613_040],
  ["Drukkerij Van Dijk", "NL91ABNA0417164300", 48_900],
  ["Imballaggi Rossi S.r.l.", "IT60X0542811101000000123456", 127_350],
];
const WEEKS = 8;

type Payout = (typeof schema.payouts)["$inferInsert"];
type Batch = (typeof schema.payoutBatches)["$inferInsert"];
const BAD_ROWS: NonNullable<Batch["errors"]> = [
  {
    row: IBANS.length + 1,
    code: "iban_invalid",
    param: "iban",
    message: "The check digits of the IBAN do not match: one character is wrong.",
  },
  {
    row: IBANS.length + 2,
    code: "currency_mixed",
    param: "currency",
    message: "A batch must have one currency; this one is in EUR.",
  },
];

type Owner = { accountId: Id<"acct">; nowMs: number };

/** Eight weeks of payouts as the service would have written them: plain rows, no database. */
export function payoutRows(random: Random, owner: Owner) {
  const payouts: Payout[] = [];
  const batches: Batch[] = [];
  const people = IBANS.map((iban) => ({
    name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
    iban,
    cents: random.int(1_450, 2_600) * 100,
  }));
  for (let week = WEEKS; week >= 1; week--) {
    const dayMs = Math.floor(owner.nowMs / DAY_MS) * DAY_MS - (week * 7 - 3) * DAY_MS;
    const [name, iban, cents] = SUPPLIERS[week % SUPPLIERS.length]!;
    const atMs = dayMs + 10 * HOUR_MS + random.int(0, 3_000) * SECOND_MS;
    const reference = `Invoice 2026-${String(140 - week * 3)}`;
    payouts.push({ ...payoutRow(random, owner, { name, iban, cents, atMs }), reference });
    if (week % 2 === 1)
      addSalaries(random, owner, { people, atMs: dayMs + 8 * HOUR_MS }, { payouts, batches });
  }
  tellStories(payouts);
  return { payouts, batches, ...fundsRows(random, owner, payouts) };
}

type Params = { name: string; iban: string; cents: number; atMs: number };

function payoutRow(random: Random, owner: Owner, { name, iban, cents, atMs }: Params): Payout {
  const id = random.id("po", atMs);
  return {
    accountId: owner.accountId,
    id,
    mode: "test",
    status: "settled",
    amount: BigInt(cents),
    currency: "EUR",
    beneficiaryName: name,
    iban,
    country: iban.slice(0, 2),
    payeeVerification: "match",
    railRequested: "sepa_instant",
    rail: "sepa_instant",
    endToEndId: id.slice("po_".length).toUpperCase(),
    arrivalDate: dateFromMs(atMs).toISOString().slice(0, 10),
    sentAt: dateFromMs(atMs + 5 * SECOND_MS),
    railReference: `SBX${id.slice(-12).toUpperCase()}`,
    createdAt: dateFromMs(atMs),
    updatedAt: dateFromMs(atMs + 8 * SECOND_MS),
  };
}

function addSalaries(
  random: Random,
  owner: Owner,
  { people, atMs }: { people: readonly Omit<Params, "atMs">[]; atMs: number },
  rows: { payouts: Payout[]; batches: Batch[] },
): void {
  const id = random.id("pob", atMs);
  const made = people.map((one, i) => ({
    ...payoutRow(random, owner, { ...one, atMs: atMs + i }),
    reference: "Salary",
    batchId: id,
    batchRow: i + 1,
  }));
  const total = made.reduce((sum, { amount }) => sum + amount, 0n);
  // Two rows of the last fortnight's file were not accepted.
  const errors = rows.batches.length === WEEKS / 2 - 1 ? BAD_ROWS : [];
  rows.payouts.push(...made);
  rows.batches.push({
    accountId: owner.accountId,
    id,
    mode: "test",
    status: "completed",
    format: "csv",
    currency: "EUR",
    count: made.length + errors.length,
    total: total + (errors.length > 0 ? 195_000n : 0n),
    accepted: made.length,
    acceptedTotal: total,
    rejected: errors.length,
    errors,
    settled: made.length,
    createdAt: dateFromMs(atMs),
    updatedAt: dateFromMs(atMs + 9 * SECOND_MS),
  });
}

/** A bank that does not take part in SEPA Instant, and a closed account. */
function tellStories(payouts: Payout[]): void {
  const singles = payouts.filter(({ batchId }) => !batchId);
  const [slow, closed] = [singles.at(1), singles.at(-2)];
  if (slow) {
    const landedMs = slow.createdAt!.getTime() + DAY_MS;
    Object.assign(slow, {
      rail: "sepa_credit",
      fallbackReason: "CNOR",
      arrivalDate: dateFromMs(landedMs).toISOString().slice(0, 10),
      updatedAt: dateFromMs(landedMs),
    } satisfies Partial<Payout>);
  }
  if (closed) {
    Object.assign(closed, {
      status: "returned",
      reasonCode: "AC04",
      updatedAt: dateFromMs(closed.createdAt!.getTime() + DAY_MS),
    } satisfies Partial<Payout>);
  }
}

/** The top-up that paid for them, their movements in the ledger, and the remaining balance. */
function fundsRows(random: Random, { accountId }: Owner, payouts: readonly Payout[]) {
  const spent = payouts
    .filter(({ status }) => status !== "returned")
    .reduce((sum, { amount }) => sum + amount, 0n);
  const left = 1_284_600n;
  const firstMs = Math.min(...payouts.map(({ createdAt }) => createdAt!.getTime())) - DAY_MS;
  const moved = (kind: TransferKind, sourceId: string, amount: bigint, ms: number) => ({
    accountId,
    id: random.id("ltr", ms),
    mode: "test" as const,
    kind,
    ...TRANSFER_KINDS[kind],
    amount,
    currency: "EUR",
    sourceId,
    createdAt: dateFromMs(ms),
  });
  const ofPayout = ({ id, amount, status, createdAt, updatedAt }: Payout) => [
    moved("payout", id, amount, createdAt!.getTime()),
    moved("payout_settled", id, amount, createdAt!.getTime() + 8 * SECOND_MS),
    ...(status === "returned" ? [moved("payout_returned", id, amount, updatedAt!.getTime())] : []),
  ];
  return {
    ledgerTransfers: [
      moved("topup", random.id("tu", firstMs), spent + left, firstMs),
      ...payouts.flatMap(ofPayout),
    ],
    balances: [{ accountId, mode: "test" as const, currency: "EUR", amount: left }],
  };
}
