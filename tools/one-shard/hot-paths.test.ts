// Holds the statements of the hot paths to one shard: they are recorded while the service does its work, and read by
// PostgreSQL's parser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeDb, knowShards } from "#db/client.ts";
import { tablesAt } from "#db/placement.ts";
import { setShards, shardOf } from "#db/shards.ts";
import { askOwner } from "#test/as-owner.ts";
import { clearQueue } from "#test/hook-rows.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { HOT_PATHS, LOOP_PATHS, type Walked, walk } from "./hot-paths.ts";
import { type Reading, type Tables, type TableUse, usesOf } from "./judge.ts";
import type { Sent } from "./record.ts";

/** Statements that do not name an account, by their name or the beginning of their text. */
const ACROSS: Readonly<Record<string, string>> = {
  "keys.find_bearers": "finds the account of a key",
  "webhooks.arrivals": "the new deliveries of a worker's lanes",
  "webhooks.claim": "the queue of deliveries",
  'delete from "api_key_': "upkeep of the figures of keys, once in a while",
  'delete from "api_version_usage"': "the same, of versions",
};

/** The queue of one kind of due work; `claimOf` names one account in a list. */
const DUE_WORK = /^\w+\.(claim_due|due_owners)$/;

/** Statements that several accounts share on one PostgreSQL, because each would cost a round trip and most a commit
 *  (docs/decisions/0015). On Citus those of the directory are on the coordinator, the others of one shard. */
const SHARED = new Set([
  "payments.open",
  "payments.settle",
  "payments.settle_with_tokens",
  "payments.find",
  "payments.chargeable",
  "webhooks.receivers",
  "webhooks.known",
  "webhooks.record_new",
  "webhooks.move_to_queue",
  "keys.add_use",
  "keys.add_callers",
]);

const DISTRIBUTED = new Set(tablesAt("distributed"));

/** On Citus only: look on all shards, without a lock, for accounts with work. */
const FIND_WORK = new Set([
  "webhooks.queued",
  "ledger.due",
  "analytics.news_outcomes",
  "analytics.news_costs",
  "analytics.next_outcomes",
  "analytics.next_costs",
  "analytics.owners_outcomes",
  "analytics.owners_costs",
]);

/** On Citus only: copied by the coordinator to the shards of their accounts, in two phases. */
const COPIED = new Set(["analytics.keep_retries", "ledger.add_blocks"]);

const TWO_SHARDS = [
  { shard: 1, first: -(2 ** 31), last: -1, node: 1 },
  { shard: 2, first: 0, last: 2 ** 31 - 1, node: 2 },
];

let tables: Tables;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  const { rows } = await askOwner(
    `select c.relname::text as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      group by 1`,
  );
  tables = new Map(
    rows.map(({ name, columns }) => {
      const account =
        name === "accounts" ? "id" : columns.includes("account_id") ? "account_id" : null;
      return [name, { columns: new Set<string>(columns), account }];
    }),
  );
});
after(async () => {
  setShards(null);
  await receiver.stop();
});

const nameOf = ({ name, text }: Sent) => name ?? text.replace(/\s+/g, " ").trim();

/** Why a statement need not name an account. */
function excuse(sent: Sent): string | undefined {
  const name = nameOf(sent);
  if (DUE_WORK.test(name)) return DUE_WORK.source;
  return Object.keys(ACROSS).find((known) => name.startsWith(known));
}

type Judged = Walked["path"] extends infer Path
  ? { path: Path; sent: Sent; uses: TableUse[] }
  : never;

async function judge(walked: readonly Walked[], reading: Reading): Promise<Judged[]> {
  const all = walked.flatMap(({ path, sent }) => sent.map((one) => ({ path, sent: one })));
  return await Promise.all(
    all.map(async (each) => ({ ...each, uses: await usesOf(each.sent.text, tables, reading) })),
  );
}

const tell = ({ path, sent, uses }: Judged) =>
  `${path}: ${nameOf(sent).slice(0, 120)} → ${uses
    .filter(({ accounts }) => accounts.length === 0)
    .map(({ table }) => table)
    .join(", ")}`;

/** The texts of an array that was sent in binary. */
function textsOf(value: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 20; at < value.length; ) {
    const length = value.readInt32BE(at);
    texts.push(value.toString("utf8", at + 4, at + 4 + length));
    at += 4 + length;
  }
  return texts;
}

/** The accounts that a statement names. */
function accountsOf({ sent, uses }: Judged): Set<string> {
  const found = uses.flatMap(({ accounts }) =>
    accounts.flatMap((root) => {
      if (root.kind === "constant") return [root.value];
      const value = sent.values[root.param - 1];
      return Buffer.isBuffer(value) ? textsOf(value) : Array.isArray(value) ? value : [value];
    }),
  );
  return new Set(found as string[]);
}

test("each statement of the hot paths names the account of each table that it touches", async () => {
  await clearQueue();
  const judged = await judge(await walk(receiver, { accounts: 1, paths: HOT_PATHS }), "rows");
  const open = judged.filter(({ uses }) => uses.some(({ accounts }) => accounts.length === 0));
  assert.deepEqual(open.filter(({ sent }) => !excuse(sent)).map(tell), []);
  for (const each of judged.filter(({ sent }) => !excuse(sent))) {
    assert.ok(accountsOf(each).size <= 1, tell(each));
  }
  const excused = new Set(open.map(({ sent }) => excuse(sent)));
  const known = [...Object.keys(ACROSS), DUE_WORK.source].filter(
    (one) => !one.startsWith("delete"),
  );
  assert.deepEqual(
    known.filter((one) => !excused.has(one)),
    [],
    "no longer needs an excuse",
  );
  const shared = judged.filter(({ uses }) =>
    uses.some(({ accounts }) => accounts.some(({ kind }) => kind === "row" || kind === "any")),
  );
  const unlisted = shared.filter(
    ({ sent: { name } }) => name && !SHARED.has(name) && !DUE_WORK.test(name),
  );
  assert.deepEqual(unlisted.map(tell), [], "shared by several accounts");
});

test("on Citus each statement of the hot paths is held to accounts of one shard", async () => {
  await clearQueue();
  // A connection keeps the texts that it has prepared.
  await closeDb();
  await knowShards();
  setShards(TWO_SHARDS, Number.POSITIVE_INFINITY);
  const judged = await judge(
    await walk(receiver, { accounts: 3, paths: [...HOT_PATHS, ...LOOP_PATHS] }),
    "alone",
  );
  setShards(null);
  const distributed = judged
    .filter(
      ({ sent }) => !excuse(sent) && !FIND_WORK.has(nameOf(sent)) && !COPIED.has(nameOf(sent)),
    )
    .map((each) => ({
      ...each,
      uses: each.uses.filter(({ table }) => DISTRIBUTED.has(table)),
    }));
  const open = distributed.filter(({ uses }) =>
    uses.some(({ accounts }) => accounts.every(({ kind }) => kind === "row")),
  );
  assert.deepEqual(open.map(tell), []);
  setShards(TWO_SHARDS, Number.POSITIVE_INFINITY);
  const most = Math.max(...distributed.map((each) => accountsOf(each).size));
  const mixed = distributed.filter((each) => new Set([...accountsOf(each)].map(shardOf)).size > 1);
  setShards(null);
  assert.deepEqual(mixed.map(tell), []);
  assert.ok(most > 1, "no statement was shared");
});
