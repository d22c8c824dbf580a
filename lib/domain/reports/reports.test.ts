import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getPool } from "#db/client.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { localMomentSql } from "#lib/kernel/period.ts";
import { entryRow, settlementRow } from "#test/entry-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { paymentRow } from "#test/money-rows.ts";
import { takeCsv } from "#test/report-file.ts";
import { chargeRow, outcomeRow } from "#test/report-rows.ts";
import { planReport } from "./plan-report.ts";
import { csvSql } from "./store.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/St_Johns",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
  "America/Havana",
  "Asia/Kathmandu",
];
const FIRST = Date.UTC(2026, 2, 20);
/** Covers the changes of daylight saving time in both hemispheres. */
const DAYS = 20;

type Entry = {
  currency: string;
  type: "charge" | "refund" | "dispute" | "refund_failure";
  amount: bigint;
  cost: bigint;
  day: number;
};

const entry: fc.Arbitrary<Entry> = fc.record({
  currency: fc.constantFrom("EUR", "GBP", "JPY"),
  type: fc.constantFrom("charge", "charge", "charge", "refund", "dispute", "refund_failure"),
  amount: fc.bigInt({ min: 1n, max: 99_999_999n }),
  cost: fc.bigInt({ min: 0n, max: 999n }),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
});

const signed = ({ type, amount }: Entry) =>
  type === "refund" || type === "dispute" ? -amount : amount;

/** Writes entries as the service does, with one settlement per day and currency whose net is positive. */
async function live(merchant: Merchant, entries: readonly Entry[]) {
  const batches = new Map<
    string,
    { ids: Id<"txn">[]; net: bigint; day: number; currency: string }
  >();
  for (const one of entries) {
    const key = `${one.day} ${one.currency}`;
    const batch = batches.get(key) ?? { ids: [], net: 0n, day: one.day, currency: one.currency };
    batches.set(key, batch);
    const isCharge = one.type === "charge";
    const cost = isCharge || one.type === "dispute" ? one.cost : 0n;
    batch.ids.push(
      await entryRow(merchant, {
        type: one.type,
        currency: one.currency,
        amount: signed(one),
        ...(isCharge ? { markup: cost, region: "domestic" } : { disputeFee: cost }),
        createdAt: dateFromMs(FIRST + one.day * DAY_MS + 3_600_000),
      }),
    );
    batch.net += signed(one) - cost;
  }
  const settled = new Map<string, bigint>();
  for (const { ids, net, day, currency } of batches.values()) {
    if (net <= 0n) continue;
    const arrivalDate = dateFromMs(FIRST + (day + 3) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    settled.set(await settlementRow(merchant, ids, { arrivalDate }), net);
    settled.set(currency, (settled.get(currency) ?? 0n) + net);
  }
  return settled;
}

const sumBy = (rows: readonly Record<string, string>[], by: string, figure: string) => {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(row[by]!, (sums.get(row[by]!) ?? 0n) + BigInt(row[figure]!));
  return sums;
};

const sorted = (sums: ReadonlyMap<string, bigint>) =>
  [...sums].sort(([a], [b]) => (a < b ? -1 : 1));

test("the rows of each settlement and their sums add up to its net, for any entries", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 25 }), async (entries) => {
      const merchant = await createMerchant();
      const expected = await live(merchant, entries);
      const key = merchant.keys.test.secret;
      const { rows } = await takeCsv(key, "type=settlement&to=2027-01-01");
      const { rows: kept } = await getPool().query(
        "select id, net from settlements where account_id = $1",
        [merchant.account.id],
      );
      const bySettlement = sumBy(rows!, "settlement_id", "net");
      assert.deepEqual(sorted(bySettlement), sorted(new Map(kept.map(({ id, net }) => [id, net]))));
      for (const [id, net] of bySettlement) assert.equal(net, expected.get(id));
      for (const row of rows!) {
        assert.equal(BigInt(row.gross!) - BigInt(row.fee!), BigInt(row.net!));
      }
      const sums = await takeCsv(key, "type=settlement&to=2027-01-01&group_by=currency");
      assert.deepEqual(
        sorted(sumBy(sums.rows!, "currency", "net")),
        sorted(sumBy(rows!, "currency", "net")),
      );
      const rest = await takeCsv(key, "type=settlement&status=unsettled&to=2027-01-01");
      assert.equal(
        rows!.length + rest.rows!.length,
        entries.length,
        "each row is either settled or unsettled",
      );
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

test("in any zone, the parts of a split range contain each row of the range exactly once", async () => {
  const merchant = await createMerchant();
  const entries = fc.sample(entry, { numRuns: 60, seed: 7 });
  await live(merchant, entries);
  for (let n = 0; n < 40; n++) {
    const createdAt = dateFromMs(FIRST + n * 11 * 3_600_000);
    await paymentRow(merchant, { status: "failed", outcome: "declined", createdAt });
  }
  const key = merchant.keys.test.secret;
  const from = "2026-03-01";
  const to = "2026-05-01";
  const local = fc
    .date({
      min: dateFromMs(FIRST - 5 * DAY_MS),
      max: dateFromMs(FIRST + 30 * DAY_MS),
      noInvalidDate: true,
    })
    .map((moment) => moment.toISOString().slice(0, 19));
  const REPORTS = [
    ["settlement", "balance_transaction_id"],
    ["settlement&status=unsettled", "balance_transaction_id"],
    ["interchange", "payment_id"],
    ["declines", "payment_id"],
  ] as const;
  const idsOf = async (report: string, id: string, zone: string, range: string) =>
    (await takeCsv(key, `type=${report}&columns=${id}&timezone=${zone}&${range}`)).rows!.map(
      (row) => row[id]!,
    );
  const cuts = fc.array(fc.tuple(local, fc.boolean()), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.constantFrom(...REPORTS),
      cuts,
      async (zone, [report, id], raw) => {
        const whole = await idsOf(report, id, zone, `from=${from}&to=${to}`);
        const inUtc = await idsOf(report, id, "UTC", `from=${from}&to=${to}`);
        assert.deepEqual(
          [...whole].sort(),
          [...inUtc].sort(),
          "the zone makes no difference far from both ends",
        );
        const bounds = await inOrder(
          raw.map(([text, isUtc]) => (isUtc ? `${text}Z` : text)),
          zone,
        );
        const parts: string[] = [];
        const all = [from, ...bounds, to];
        for (let i = 1; i < all.length; i++) {
          parts.push(...(await idsOf(report, id, zone, `from=${all[i - 1]}&to=${all[i]}`)));
        }
        assert.deepEqual(parts.sort(), [...whole].sort());
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});

test("where midnight comes twice, a day has the same rows alone and within a wider range", async () => {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  // Havana turns its clocks back on 1 November 2026 from 01:00 to 00:00.
  for (const [hour, amount] of [
    ["2026-11-01T03:30:00Z", 2_001n],
    ["2026-11-01T04:30:00Z", 2_003n],
    ["2026-11-01T05:30:00Z", 5_000n],
  ] as const) {
    const payment = await outcomeRow(merchant, "approved", { createdAt: new Date(hour) });
    await chargeRow(merchant, payment, { createdAt: new Date(hour), amount, region: "domestic" });
  }
  const amounts = async (range: string) => {
    const query = `type=interchange&timezone=America/Havana&group_by=day&${range}`;
    return (await takeCsv(key, query)).rows!.map(({ day, amount }) => [day, amount]);
  };
  const days = [
    ["2026-10-31", "2001"],
    ["2026-11-01", "7003"],
  ];
  assert.deepEqual(await amounts("from=2026-10-30&to=2026-11-03"), days);
  assert.deepEqual(await amounts("from=2026-10-31&to=2026-11-01"), [days[0]]);
  assert.deepEqual(await amounts("from=2026-11-01&to=2026-11-02"), [days[1]]);
});

test("sums of settlements are by the month in which the bank had the money; of other rows, by booking", async () => {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  const booked = new Date("2026-03-31T10:00:00Z");
  const charge = await entryRow(merchant, { createdAt: booked, amount: 4_000n });
  await settlementRow(merchant, [charge], { arrivalDate: "2026-04-02" });
  await entryRow(merchant, { createdAt: booked, amount: 500n });
  const sums = async (query: string) =>
    (await takeCsv(key, `type=settlement&group_by=month&${query}`)).rows!.map(({ month, net }) => [
      month,
      net,
    ]);
  assert.deepEqual(await sums("from=2026-04-01&to=2026-05-01"), [["2026-04", "4000"]]);
  assert.deepEqual(await sums("from=2026-03-01&to=2026-04-01"), []);
  assert.deepEqual(await sums("to=2026-05-01&status=unsettled"), [["2026-03", "500"]]);
  // 00:00 UTC is still the day before in Los Angeles: the same moment selects and groups.
  assert.deepEqual(await sums("to=2026-05-01&timezone=America/Los_Angeles&columns=month,net"), [
    ["2026-04", "4000"],
  ]);
});

/** Cuts ordered by time, without duplicates. */
async function inOrder(cuts: readonly string[], zone: string): Promise<string[]> {
  const { rows } = await getPool().query(
    `select distinct on (moment) cut from (
       select cut, case when cut like '%Z' then cut::timestamptz
                        else ${localMomentSql("cut", "$2")} end as moment
         from unnest($1::text[]) as cut) c order by moment`,
    [cuts, zone],
  );
  return rows.map(({ cut }) => cut);
}

const SIGNS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
const cell = fc.oneof(
  fc
    .tuple(fc.constantFrom(...SIGNS), fc.string({ unit: "binary", maxLength: 20 }))
    .map(([sign, rest]) => sign + rest),
  fc.constantFrom(
    '=HYPERLINK("https://evil.example","x")',
    "-2+3",
    '"quoted"',
    "a,b;c",
    "two\nlines",
    "日本語 💳 Łódź",
    "'",
    "''=1",
    " =1",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

test("foreign text never starts a formula and is preserved; numbers stay numbers", async () => {
  const merchant = await createMerchant();
  await fc.assert(
    fc.asyncProperty(cell, cell, async (description, statementDescriptor) => {
      const text = description.replaceAll("\0", "");
      const other = statementDescriptor.replaceAll("\0", "");
      const payment = await paymentRow(merchant, { description: text, statementDescriptor: other });
      const entryId = await entryRow(merchant, {
        type: "refund",
        amount: -1_234n,
        paymentId: payment,
      });
      const file = await takeCsv(merchant.keys.test.secret, "type=settlement&status=unsettled");
      const row = file.rows!.find((one) => one.balance_transaction_id === entryId)!;
      for (const [name, given] of [
        ["description", text],
        ["statement_descriptor", other],
      ] as const) {
        const isFormula = SIGNS.includes(given[0] ?? "");
        assert.equal(row[name], isFormula ? `'${given}` : given);
        assert.ok(!SIGNS.includes(row[name]![0] ?? ""));
      }
      assert.equal(row.gross, "-1234");
      assert.ok(file.bytes.equals(Buffer.from(file.text)), "UTF-8");
      await getPool().query("delete from balance_transactions where account_id = $1", [
        merchant.account.id,
      ]);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

/** A query plan without what reads the few facts that are not rolled up, and the retries of one payment. */
function ofRows(plan: readonly string[]): string[] {
  let isBeside = false;
  return plan.filter((line) => {
    if (/^ {2}\S/.test(line)) isBeside = /^ {2}(CTE|SubPlan) /.test(line);
    return !isBeside;
  });
}

test("every report reads indexes from the newest row, without hashing or sorting all rows first", async () => {
  const { ctx } = await createMerchant();
  const range = { from: "2026-04-01", to: "2026-05-01" };
  for (const query of [
    { type: "settlement" },
    { type: "settlement", layout: "adyen" },
    { type: "settlement", layout: "decimal" },
    { type: "settlement", status: "all" },
    { type: "settlement", status: "failed" },
    { type: "settlement", status: "unsettled" },
    { type: "interchange" },
    { type: "declines" },
  ] as const) {
    const client = await getPool().connect();
    try {
      await client.query("begin");
      for (const name of ["enable_hashjoin", "enable_mergejoin", "enable_sort", "enable_seqscan"]) {
        await client.query(`set local ${name} = off`);
      }
      const { rows } = await client.query(
        `explain ${csvSql(planReport(ctx.test, { ...query, ...range }))}`,
      );
      const plan = ofRows(rows.map((row) => row["QUERY PLAN"])).join("\n");
      assert.doesNotMatch(plan, /Hash|Materialize|GroupAggregate/, plan);
      assert.doesNotMatch(plan, /Seq Scan on (payments|balance_transactions|settlements)/, plan);
      // Incremental sorts within one settlement or one time are fine.
      assert.doesNotMatch(plan, /(?<!Incremental )Sort {2}/, plan);
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
});
