import assert from "node:assert/strict";
import { test } from "node:test";
import { type Reading, type Tables, usesOf } from "./judge.ts";

const table = (account: string | null, ...columns: string[]) => ({
  account,
  columns: new Set(account ? [account, ...columns] : columns),
});
const TABLES: Tables = new Map([
  ["payments", table("account_id", "id", "mode", "customer_id")],
  ["customers", table("account_id", "id", "mode")],
  ["events", table("account_id", "id", "data")],
  ["countries", table(null, "code")],
]);

/** The uses in short: `payments $1`, `payments any $1`, `payments row $1`, `payments 'acct_1'` or `payments ?`. */
async function judged(text: string, reading?: Reading): Promise<string[]> {
  const uses = await usesOf(text, TABLES, reading);
  return uses.map(({ table, accounts: [root] }) => {
    if (!root) return `${table} ?`;
    if (root.kind === "constant") return `${table} '${root.value}'`;
    return `${table} ${root.kind === "one" ? "" : `${root.kind} `}$${root.param}`;
  });
}

const CASES: Record<string, [statement: string, ...uses: string[]]> = {
  "an account that is a parameter": [
    "select * from payments where account_id = $1 and mode = $2",
    "payments $1",
  ],
  "an account that is a constant": [
    "select 1 from payments p where 'acct_1' = p.account_id::text",
    "payments 'acct_1'",
  ],
  "no account": ["select * from payments where id = $1", "payments ?"],
  "an alternative": ["select * from payments where account_id = $1 or id = $2", "payments ?"],
  "a comparison that is not an equality": [
    "select * from payments where account_id >= $1",
    "payments ?",
  ],
  "a column of another table with the same name": [
    "select 1 from payments p join customers c on c.id = p.customer_id where c.account_id = $1",
    "payments ?",
    "customers $1",
  ],
  "a join": [
    "select 1 from payments p join customers c on c.account_id = p.account_id where c.account_id = $1",
    "payments $1",
    "customers $1",
  ],
  "a join by using": [
    "select 1 from payments join customers using (account_id) where payments.account_id = $3",
    "payments $3",
    "customers $3",
  ],
  "rows in place of columns": [
    "select 1 from payments where (account_id, mode) = ($1, $2)",
    "payments $1",
  ],
  "the optional side of an outer join": [
    "select 1 from payments p left join customers c on c.account_id = p.account_id where p.account_id = $1",
    "payments $1",
    "customers $1",
  ],
  "an outer join, which binds only its optional side": [
    "select 1 from payments p left join customers c on c.account_id = p.account_id and c.account_id = $1",
    "payments ?",
    "customers $1",
  ],
  "the elements of an array": [
    "select 1 from unnest($1::text[], $2::text[]) as g (account_id, id) join payments p on p.account_id = g.account_id",
    "payments row $1",
  ],
  "any of an array": [
    "select 1 from payments where account_id = any ($1::text[])",
    "payments any $1",
  ],
  "rows of a list": [
    "insert into payments (id, account_id) values ($1, $2), ($3, $2)",
    "payments $2",
  ],
  "an inserted row without its account": ["insert into payments (id) values ($1)", "payments ?"],
  "a subquery that is reached from outside": [
    "select 1 from (select account_id from payments) p where p.account_id = $1",
    "payments $1",
  ],
  "a subquery that counts its rows first": [
    "select 1 from (select account_id from payments limit 5) p where p.account_id = $1",
    "payments ?",
  ],
  "a CTE, into which no condition goes": [
    "with p as (select * from payments) select 1 from p where p.account_id = $1",
    "payments ?",
  ],
  "a change whose rows are written elsewhere": [
    `with moved as (update payments p set mode = w.mode from unnest($1::text[], $2::text[]) w (account_id, mode)
        where p.account_id = w.account_id returning w.*)
     insert into events (account_id, id) select account_id, 'evt' from moved`,
    "payments row $1",
    "events row $1",
  ],
  "a deletion": [
    "delete from payments using customers c where c.account_id = $1 and payments.account_id = c.account_id",
    "payments $1",
    "customers $1",
  ],
  "an inner query that names the outer one": [
    "select 1 from payments p where p.account_id = $1 and exists (select from customers where account_id = p.account_id)",
    "payments $1",
    "customers $1",
  ],
  "an inner query of its own": [
    "select (select count(*) from customers) from payments where account_id = $1",
    "customers ?",
    "payments $1",
  ],
  "a lateral query": [
    `select 1 from unnest($1::text[]) g (account_id)
      cross join lateral (select id from payments where payments.account_id = g.account_id limit 1) p`,
    "payments row $1",
  ],
  "a union of which one arm is not bound": [
    `select 1 from (select account_id from payments where account_id = $1 union all select account_id from events) u
       join customers c on c.account_id = u.account_id`,
    "payments $1",
    "events ?",
    "customers ?",
  ],
  "several statements": [
    "begin; delete from payments where account_id = $1; commit",
    "payments $1",
  ],
  "tables that are not distributed": ["select 1 from countries where code = $1"],
};

for (const [name, [statement, ...uses]] of Object.entries(CASES)) {
  test(`the account of each table is found: ${name}`, async () => {
    assert.deepEqual((await judged(statement)).sort(), [...uses].sort());
  });
}

test("taken alone, a part of a statement is not bound by the rows of another", async () => {
  const text = (further: string) =>
    `with input as (select * from unnest($1::text[]) g (account_id))
     select 1 from input join payments p on p.account_id = input.account_id ${further}`;
  assert.deepEqual(await judged(text("")), ["payments row $1"]);
  assert.deepEqual(await judged(text(""), "alone"), ["payments ?"]);
  const held = text("and p.account_id = any ($1::text[])");
  assert.deepEqual(await judged(held, "alone"), ["payments any $1"]);
});

test("a statement that PostgreSQL would not parse is refused", async () => {
  await assert.rejects(judged("select from where"), /syntax error/);
});
