import { getPool } from "#db/client.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { readFileOfAnySize } from "#lib/domain/bank-statements/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { readCsvObjects } from "#test/report-file.ts";
import type { Dice } from "#tools/fuzz/dice.ts";
import { compareRows, type Difference, fileOf } from "./compare-report.ts";
import { decimal } from "./decimal.ts";
import type { Row } from "./question.ts";
import { type RandomAccount, ZONES } from "./random-account.ts";

/** Debit and credit of each kind, by the guide /docs/accounting. Others are movements of Paydesk's own bank account, which
 *  the merchant does not book. */
const BOOKED: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  capture: ["balance", "sales"],
  refund: ["refunds", "balance"],
  refund_reversal: ["balance", "refunds"],
  interchange: ["interchange_fees", "balance"],
  scheme_fee: ["scheme_fees", "balance"],
  markup: ["markup_fees", "balance"],
  commission: ["commission_fees", "balance"],
  dispute: ["chargebacks", "balance"],
  dispute_fee: ["dispute_fees", "balance"],
  dispute_reversal: ["balance", "chargebacks"],
  payment_failure: ["chargebacks", "balance"],
  settlement: ["bank_transit", "balance"],
  settlement_failure: ["balance", "bank_transit"],
  topup: ["payout_balance", "bank_transit"],
  payout: ["payouts_in_transit", "payout_balance"],
  payout_settled: ["payouts", "payouts_in_transit"],
  payout_released: ["payout_balance", "payouts_in_transit"],
  payout_returned: ["payout_balance", "payouts"],
};

/** One entry per local day and kind, and one per settlement. */
const ENTRIES = `
  select to_char(t.created_at at time zone $3, 'YYYY-MM-DD') as day, t.kind, count(*)::text as count,
         sum(t.amount)::text as amount, t.currency, coalesce(s.bank_reference, '') as bank_reference
    from ledger_transfers t
    left join settlements s on s.account_id = t.account_id and s.id = t.source_id
   where t.account_id = $1 and t.mode = 'test' and t.currency = $2 and t.kind = any ($6)
     and to_char(t.created_at at time zone $3, 'YYYY-MM-DD') between $4 and $5
   group by 1, 2, t.currency, s.id, s.bank_reference`;

/** The balance at the end of each local day. */
const BALANCES = `
  select to_char(d, 'YYYY-MM-DD') as day,
         coalesce((select sum(case 'merchant_balance' when credit then amount when debit then -amount else 0 end)
                     from ledger_transfers
                    where account_id = $1 and mode = 'test' and currency = $2
                      and (created_at at time zone $3)::date <= d), 0)::text as balance
    from generate_series($4::date, $5::date, interval '1 day') d`;

const DAY_MS = 86_400_000;
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (first: string, last: string) =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);

type Days = { currency: string; fromDay: string; toDay: string };

/** Days that have ended, of a currency that moved. */
async function someDays({ till }: RandomAccount, dice: Dice, zone: string): Promise<Days | null> {
  const { id } = till.account;
  const ctx = await systemContext({ accountId: id, mode: "test" }, "test");
  const { rows } = await getPool().query<{ last: string; first: string; currency: string }>(
    `select currency, to_char($2::timestamptz at time zone $3 - interval '1 day', 'YYYY-MM-DD') as last,
            to_char(min(created_at) at time zone $3, 'YYYY-MM-DD') as first
       from ledger_transfers where account_id = $1 and mode = 'test' group by currency order by currency`,
    [id, businessNow(ctx), zone],
  );
  const ended = rows.filter(({ first, last }) => first <= last);
  if (ended.length === 0) return null;
  const { currency, first, last } = dice.pick(ended);
  const fromDay = addDays(first, dice.below(daysBetween(first, last) + 1));
  return { currency, fromDay, toDay: addDays(fromDay, dice.below(daysBetween(fromDay, last) + 1)) };
}

/** Compares an accounting journal of random days, in any zone, with the ledger's transfers: its entries, and the balances of
 *  its bank statements. */
export async function compareJournal(
  account: RandomAccount,
  dice: Dice,
): Promise<{ differences: (Difference & { path: string })[]; asked: number }> {
  const { id } = account.till.account;
  const zone = dice.pick(ZONES);
  const days = await someDays(account, dice, zone);
  if (days === null) return { differences: [], asked: 0 };
  const { currency, fromDay, toDay } = days;
  const range = `from=${fromDay}&to=${addDays(toDay, 1)}&timezone=${zone}&currency=${currency}`;
  const values = [id, currency, zone, fromDay, toDay];
  const ask = async (text: string, more: unknown[] = []) =>
    (await getPool().query<Row>(text, [...values, ...more])).rows;
  const differences: (Difference & { path: string })[] = [];
  const look = async (
    layout: string,
    expected: Row[],
    read: (text: string) => Promise<Row[]> | Row[],
  ) => {
    const query = `type=accounting_journal&layout=${layout}&format=csv&${range}`;
    const answered = await read(await fileOf(account.till.key, query));
    const found = compareRows(answered, expected, keyOf);
    differences.push(...found.map((one) => ({ ...one, path: `/v1/reports?${query}` })));
  };
  const entries = (await ask(ENTRIES, [Object.keys(BOOKED)])).map((row) => {
    const [debit, credit] = BOOKED[row.kind!]!;
    return { ...row, debit, credit };
  });
  await look("native", entries, entriesOf);
  const inMajorUnits = entries.map((row: Row) => ({
    ...row,
    amount: decimal(row.amount!, currency),
  }));
  await look("decimal", inMajorUnits, entriesOf);
  await look(dice.pick(["camt053", "mt940"]), await ask(BALANCES), balancesOf);
  return { differences, asked: 3 };
}

const keyOf = ({ day, kind = "", bank_reference = "" }: Row) => `${day} ${kind} ${bank_reference}`;

/** References are our own and only need to be unique. */
const entriesOf = (text: string): Row[] =>
  readCsvObjects(text.replaceAll("\r\n", "\n")).map(({ reference: _, ...row }) => row);

async function balancesOf(text: string): Promise<Row[]> {
  const read = await readFileOfAnySize(Buffer.from(text), null);
  if (!("statements" in read)) throw new Error("the statement of the balance cannot be read");
  return read.statements.map(({ toDay, closingMinor }) => ({
    day: toDay,
    balance: String(closingMinor),
  }));
}
