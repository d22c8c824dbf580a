import { getPool } from "#db/client.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import {
  bankOverview,
  readFileOfAnySize,
  sandboxStatement,
} from "#lib/domain/bank-statements/index.ts";
import { exportJournal } from "#lib/domain/ledger/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addFile } from "#test/bank-statements.ts";
import type { DashboardVisitor } from "#test/dashboard.ts";
import { strictCheck } from "#test/hledger.ts";
import { takeCsv } from "#test/report-file.ts";
import type { Dice } from "#tools/fuzz/dice.ts";
import { compareRows, type Difference } from "./compare-report.ts";
import { decimal } from "./decimal.ts";
import { patiently } from "./patiently.ts";
import type { Row } from "./question.ts";
import { type RandomAccount, ZONES } from "./random-account.ts";
import { instantSql } from "./rows-sql.ts";

export type BankDifference = Difference & { path: string };

/** Days of UTC, both included. */
type Days = { fromDay: string; toDay: string };

const DAY_MS = 86_400_000;
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** A range in parts that join without a gap. */
type Split = (days: Days) => Days[];

const randomParts =
  (dice: Dice): Split =>
  ({ fromDay, toDay }) => {
    const length = Math.round((Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS);
    const cuts = Array.from({ length: dice.below(4) }, () =>
      addDays(fromDay, dice.below(length + 1)),
    );
    const starts = [...new Set([fromDay, ...cuts])].sort();
    return joined(starts, toDay);
  };

/** The months of a range; the first and the last can be parts of one. */
export const months: Split = ({ fromDay, toDay }) => {
  const starts = [fromDay];
  for (let day = addDays(fromDay, 1); day <= toDay; day = addDays(day, 1)) {
    if (day.endsWith("-01")) starts.push(day);
  }
  return joined(starts, toDay);
};

const joined = (starts: readonly string[], toDay: string): Days[] =>
  starts.map((day, i) => ({
    fromDay: day,
    toDay: i + 1 < starts.length ? addDays(starts[i + 1]!, -1) : toDay,
  }));

const LEDGER = `
  select currency, sum(amount)::text as net from ledger_transfers
   where account_id = $1 and mode = 'test' and kind = 'settlement_paid'`;

async function ledgerOf(accountId: string, zone: string, { fromDay, toDay }: Days): Promise<Row[]> {
  const text = `${LEDGER} and created_at >= ${instantSql("$3", "$2")} and created_at < ${instantSql("$4", "$2")}
                group by currency`;
  return (await getPool().query(text, [accountId, zone, fromDay, addDays(toDay, 1)])).rows;
}

const CURRENCY = ({ currency }: Row) => currency!;

/** Sums by currency; those of nothing are left out. */
function sums(rows: readonly { currency: string; net: bigint }[]): Row[] {
  const found = new Map<string, bigint>();
  for (const { currency, net } of rows) found.set(currency, (found.get(currency) ?? 0n) + net);
  return [...found]
    .filter(([, net]) => net !== 0n)
    .map(([currency, net]) => ({ currency, net: String(net) }));
}

async function fileOf(key: string, zone: string, { fromDay, toDay }: Days): Promise<Row[]> {
  const query = `type=settlement&timezone=${zone}&from=${fromDay}&to=${addDays(toDay, 1)}`;
  const { rows, text } = await takeCsv(key, query);
  if (!rows) throw new Error(`${query} answers ${text}`);
  return sums(rows.map((row) => ({ currency: row.currency!, net: BigInt(row.net!) })));
}

async function screenOf(visitor: DashboardVisitor, { fromDay, toDay }: Days): Promise<Row[]> {
  const found = [];
  const path = `/test/settlement-report?period=${fromDay}..${toDay}`;
  const { body } = await patiently(() => visitor.get(path));
  for (const currency of body.currencies) {
    const { days } = (await patiently(() => visitor.get(`${path}&currency=${currency}`))).body;
    for (const { status, net } of days) {
      if (status === "paid") found.push({ currency, net: BigInt(net) });
    }
  }
  return sums(found);
}

/** The settlements on the sandbox bank's statement of some days, and its closing balances. */
async function statementOf(ctx: Context, days: Days, format: "camt.053" | "mt940") {
  const { text } = await sandboxStatement(ctx, days, format);
  const read = await readFileOfAnySize(Buffer.from(text), null);
  if (!("statements" in read)) throw new Error("the sandbox's statement cannot be read");
  const lines = read.statements.flatMap(({ currency, lines: own }) =>
    own.map((line) => ({ currency, net: line.amountMinor, isPaid: /^SETTLEMENT/.test(line.text) })),
  );
  const balances = read.statements.map(({ currency, openingMinor, closingMinor }) => ({
    currency,
    net: closingMinor - openingMinor,
  }));
  return { text, settled: sums(lines.filter(({ isPaid }) => isPaid)), moved: sums(balances) };
}

const MOVED = `
  select currency, sum(case kind when 'payout_settled' then -amount else amount end)::text as net
    from ledger_transfers
   where account_id = $1 and mode = 'test' and kind in ('settlement_paid', 'payout_settled', 'payout_returned')
     and created_at < ($2::date + 1)::timestamp at time zone 'UTC'
   group by currency having sum(case kind when 'payout_settled' then -amount else amount end) <> 0`;

/**
 * Compares what the bank received in each part of a split, by default a random one: the settlement report's file in any zone and the ledger;
 * in UTC also the settlement screen and the sandbox bank's statement. Then adds all statements to bank reconciliation: every
 * line must match exactly. The exported journal must pass hledger's strict check and have the same bank account.
 */
export async function compareBank(
  account: RandomAccount,
  dice: Dice,
  split = randomParts(dice),
): Promise<{ differences: BankDifference[]; asked: number; days: Days | null }> {
  const { till, visitor } = account;
  const { id } = till.account;
  const ctx = await systemContext({ accountId: id, mode: "test" }, "test");
  const yesterday = addDays(businessNow(ctx).toISOString().slice(0, 10), -1);
  const { rows: first } = await getPool().query<{ day: string | null }>(
    `select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD') as day from ledger_transfers
      where account_id = $1 and kind in ('settlement_paid', 'payout_settled')`,
    [id],
  );
  const fromDay = first[0]?.day ?? null;
  const differences: BankDifference[] = [];
  let asked = 0;
  const look = (path: string, answered: readonly Row[], recomputed: readonly Row[]) => {
    asked++;
    const found = compareRows(answered, recomputed, CURRENCY);
    differences.push(...found.map((one) => ({ ...one, path })));
  };
  look("exported journal", ...(await journalOf(id)));
  if (fromDay === null || fromDay > yesterday) return { differences, asked, days: null };

  const whole = { fromDay, toDay: yesterday };
  const zone = dice.pick(ZONES);
  for (const part of split(whole)) {
    const name = `${part.fromDay}..${part.toDay}`;
    look(
      `file of ${name} in ${zone}`,
      await fileOf(till.key, zone, part),
      await ledgerOf(id, zone, part),
    );
  }
  const format = dice.pick(["camt.053", "mt940"] as const);
  for (const part of split(whole)) {
    const name = `${part.fromDay}..${part.toDay}`;
    const ledger = await ledgerOf(id, "UTC", part);
    look(`file of ${name}`, await fileOf(till.key, "UTC", part), ledger);
    look(`screen of ${name}`, await screenOf(visitor, part), ledger);
    const { text, settled } = await statementOf(ctx, part, format);
    look(`bank statement of ${name}`, settled, ledger);
    await addFile(ctx, text);
  }
  const { rows: moved } = await getPool().query<Row>(MOVED, [id, yesterday]);
  look("bank statement", (await statementOf(ctx, whole, format)).moved, moved);
  look("bank reconciliation", await openItems(ctx), [NOTHING_OPEN]);
  return { differences, asked, days: whole };
}

const NOTHING_OPEN = { currency: "all", open: "0", twice: "0", missing: "0", gaps: "0" };

/** The numbers of lines and movements that bank reconciliation could not match. */
async function openItems(ctx: Context): Promise<Row[]> {
  const { lines, missing, rows } = await bankOverview(ctx, {
    after: null,
    before: null,
    limit: 100,
  });
  const gaps = rows.filter(({ gap }) => gap !== null).length;
  const { open, twice, set_aside } = lines;
  return [
    {
      currency: "all",
      open: String(open + set_aside),
      twice: String(twice),
      missing: String(missing.total),
      gaps: String(gaps),
    },
  ];
}

/** The sum that the journal's bank account paid to the merchant, and the sum of the ledger's rows. */
async function journalOf(
  accountId: RandomAccount["till"]["account"]["id"],
): Promise<[Row[], Row[]]> {
  const pieces: string[] = [];
  await exportJournal({ accountId, mode: "test" }, async (piece) => void pieces.push(piece));
  const journal = pieces.join("");
  const [problem = "none"] = strictCheck(journal).problems;
  const paid = [
    ...journal.matchAll(/\) settlement paid \| .*\n.*\n {4}assets:bank {2}-([\d.]+) ([A-Z]{3})\n/g),
  ];
  const answered = sums(
    paid.map(([, amount, currency]) => ({
      currency: currency!,
      net: BigInt(amount!.replace(".", "")),
    })),
  );
  const { rows } = await getPool().query<Row>(`${LEDGER} group by currency`, [accountId]);
  const digits = (row: Row) => ({ ...row, net: decimal(row.net!, row.currency!) });
  const check = (found: string) => ({ currency: "hledger check --strict", net: found });
  return [
    [...answered.map(digits), check(problem)],
    [...rows.map(digits), check("none")],
  ];
}
