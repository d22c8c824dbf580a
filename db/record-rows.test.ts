import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { runPrepared } from "./client.ts";

const COLUMNS = [
  ["id", "text"],
  ["amount", "bigint"],
  ["count", "int"],
  ["month", "smallint"],
  ["flag", "boolean"],
  ["moment", "timestamptz"],
  ["plain", "json"],
  ["sorted", "jsonb"],
  ["hash", "bytea"],
  ["day", "date"],
  ["names", "text[]"],
  ["sums", "bigint[]"],
] as const;
type Sent = Parameters<typeof recordsValues<typeof COLUMNS>>[1][number];

const TEXT = `select id, amount, count, month, flag, moment, plain::text as plain, sorted, hash,
       day::text as day, names, sums::text[] as sums
  from ${recordsSql(1, "row_", COLUMNS)}`;
const send = (rows: Sent[]) => runPrepared("records.test", TEXT, recordsValues(COLUMNS, rows));

const NASTY = `a "quoted" \\ name, {with} braces, 'marks' and 日本語 💥`;
const WHOLE = {
  id: NASTY,
  amount: -9_007_199_254_740_993n,
  count: -2_147_483_648,
  month: 12,
  flag: true,
  moment: new Date("1999-12-31T23:59:59.999Z"),
  plain: { b: NASTY, a: [1, null] },
  sorted: { name: NASTY },
  hash: Buffer.from([0, 255, 92]),
  day: "2028-02-29",
  names: [NASTY, "", "null", "b"],
  sums: [0n, -1n, 2n ** 62n],
};

test("rows arrive as sent, whatever their text contains", async () => {
  const [row] = await send([WHOLE]);
  assert.deepEqual(row, {
    ...WHOLE,
    plain: JSON.stringify(WHOLE.plain),
    sums: WHOLE.sums.map(String),
  });
});

test("a missing or null value arrives as null, in its own row", async () => {
  const rows = await send([{ id: "first" }, { ...WHOLE, id: null }, { id: "last", names: [] }]);
  assert.deepEqual(
    rows.map(({ id, amount, names }) => ({ id, amount, names })),
    [
      { id: "first", amount: null, names: null },
      { id: null, amount: WHOLE.amount, names: WHOLE.names },
      { id: "last", amount: null, names: [] },
    ],
  );
});

test("no rows arrive as none, and many in order", async () => {
  assert.deepEqual(await send([]), []);
  const ids = Array.from({ length: 3_000 }, (_, n) => `${NASTY} ${n}`);
  const rows = await send(ids.map((id) => ({ id })));
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
});

test("a text that PostgreSQL cannot store is refused, and no other value takes its place", async () => {
  await assert.rejects(send([{ id: "a\0b" }]), { code: "22021" });
});
