import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import { compareRows, type Difference } from "./compare-report.ts";
import { ARRIVALS, ON_THE_WAY, SETTLEMENT_LIST } from "./figures-sql.ts";
import { patiently } from "./patiently.ts";
import type { Row } from "./question.ts";
import { type Asking, query, read, textOf } from "./screen-reads.ts";

const withoutMs = (row: Row): Row => ({
  ...row,
  paidAt: row.paidAt?.replace(/\.\d+Z$/, "Z") ?? null,
});

export async function compareSettlements(asking: Asking, path: string): Promise<Difference[]> {
  const expected = await query(SETTLEMENT_LIST, [asking.account.till.account.id]);
  const names = Object.keys(expected[0] ?? {});
  const answered: Row[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await read(asking, after ? `${path}?after=${after}` : path);
    answered.push(...page.settlements.map((one: never) => withoutMs(textOf(one, names))));
    after = page.older ?? null;
  }
  return compareRows(answered, expected, ({ id }) => id!);
}

/** The objects of the API: in them, `chargebacks` includes the disputes' fees. */
export async function compareObjects({ account }: Asking): Promise<Difference[]> {
  const { till } = account;
  const expected = await query(SETTLEMENT_LIST, [till.account.id]);
  const answered: Row[] = [];
  for (let after = ""; ; ) {
    const { body } = await patiently(() =>
      till.call<SettlementPage>("GET", `/v1/settlements?limit=100${after}`),
    );
    answered.push(...body.data.map(objectRow));
    if (body.next_cursor === null) break;
    after = `&starting_after=${body.next_cursor}`;
  }
  const merged = expected.map(({ disputeFees, chargebacks, ...row }) => ({
    ...row,
    chargebacks: String(Number(chargebacks) + Number(disputeFees)),
  }));
  return compareRows(answered, merged, ({ id }) => id!);
}

type SettlementPage = { data: SettlementWire[]; next_cursor: string | null };

function objectRow(object: SettlementWire): Row {
  const { fees, id, status, currency, arrival_date, bank_reference, paid_at } = object;
  const { gross, refunds, chargebacks, adjustments, net, transaction_count } = object;
  const { interchange, scheme, markup, commission } = fees;
  const sums = { gross, interchange, markup, commission, refunds, chargebacks, adjustments, net };
  const named = { ...sums, schemeFee: scheme, transactionCount: transaction_count };
  return {
    ...textOf(named, Object.keys(named)),
    ...{ id, status, currency, arrivalDate: arrival_date, bankReference: bank_reference },
    paidAt: paid_at,
  };
}

export async function compareArrivals(asking: Asking, path: string): Promise<Difference[]> {
  const { id } = asking.account.till.account;
  const body = await read(asking, path);
  const { period, currency } = body;
  const days = await query(ARRIVALS, [id, currency, period.fromDay, period.toDay]);
  const before = await query(ARRIVALS, [
    ...[id, currency, period.previousFromDay, period.previousToDay],
  ]);
  const onTheWay = await query(ON_THE_WAY, [id]);
  const same = (
    answered: readonly Record<string, unknown>[],
    expected: readonly Row[],
    key: (row: Row) => string,
  ) => {
    const names = Object.keys(expected[0] ?? { day: 0 });
    return compareRows(
      answered.map((row) => textOf(row, names)),
      expected,
      key,
    );
  };
  return [
    ...same(body.days, days, ({ day, status }) => `${day} ${status}`),
    ...same(body.before, before, ({ day, status }) => `before: ${day} ${status}`),
    ...same(body.onTheWay, onTheWay, ({ currency: one }) => `on the way: ${one}`),
  ];
}
