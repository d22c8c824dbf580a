import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { newId } from "#lib/kernel/ids.ts";
import { closeDb } from "./client.ts";
import { acrossShards, createLostNodes } from "./lost-nodes.ts";
import type { RunPrepared } from "./prepared.ts";
import { nodeOf, setShards, shardOf } from "./shards.ts";

const TEXT = acrossShards(1, (to) => `select * from q where n > $1${to("q")}`);
const LOST = Object.assign(new Error("connection to the remote node failed"), { code: "08006" });

/** Accounts, some of each node. */
const accounts = Array.from({ length: 20 }, () => newId("acct"));
const of = (node: number) => accounts.filter((account) => nodeOf(account) === node).sort();

let dead: Set<number>;
let sent: { name: string; text: string; values: readonly unknown[] }[];
let asked: number[];
let nodes: ReturnType<typeof createLostNodes>;

/** Runs as Citus does: a statement fails if one of the nodes that it reads is lost. Returns the accounts that it read. */
const run = (async (name: string, text: string, values: readonly unknown[]) => {
  sent.push({ name, text, values });
  const read = (values[1] as string[] | undefined) ?? accounts;
  if (read.some((account) => dead.has(nodeOf(account)))) throw LOST;
  return read.map((account) => ({ account }));
}) as unknown as RunPrepared;

const read = async () => {
  const rows = await nodes.read<{ account: string }>(run, "q", TEXT, [7]);
  return rows.map(({ account }) => account).sort();
};

beforeEach(() => {
  const half = 2 ** 31;
  setShards([
    { shard: 1, first: -half, last: -half / 2 - 1, node: 1 },
    { shard: 2, first: -half / 2, last: -1, node: 2 },
    { shard: 3, first: 0, last: half / 2 - 1, node: 1 },
    { shard: 4, first: half / 2, last: half - 1, node: 2 },
  ]);
  dead = new Set();
  sent = [];
  asked = [];
  nodes = createLostNodes({
    listAccounts: async () => accounts,
    ask: async (account) => {
      asked.push(nodeOf(account));
      if (dead.has(nodeOf(account))) throw LOST;
    },
  });
});
afterEach(closeDb);

test("while all nodes answer, a statement over all shards is sent as it is", async () => {
  assert.deepEqual(await read(), [...accounts].sort());
  assert.deepEqual(sent, [{ name: "q", text: "select * from q where n > $1", values: [7] }]);
  assert.deepEqual([asked, nodes.areSome()], [[], false]);
});

test("when a node is lost, the statement is repeated for the accounts of the others, and the next goes there at once", async () => {
  dead.add(2);
  assert.deepEqual(await read(), of(1));
  assert.deepEqual(
    sent.map(({ name }) => name),
    ["q", "q_of_accounts"],
  );
  const [, held] = sent;
  assert.equal(held!.text, "select * from q where n > $1 and q.account_id = any ($2::text[])");
  assert.deepEqual(asked.sort(), [1, 2]);
  assert.ok(nodes.areSome());
  assert.deepEqual(await read(), of(1));
  assert.equal(sent.length, 3);
});

test("while the nodes are asked, other statements wait for the answer and are not sent to fail as well", async () => {
  dead.add(2);
  const answered = Promise.withResolvers<void>();
  nodes = createLostNodes({
    listAccounts: async () => accounts,
    ask: async (account) => {
      await answered.promise;
      if (dead.has(nodeOf(account))) throw LOST;
    },
  });
  const first = read();
  await new Promise(setImmediate);
  const others = [read(), read()];
  await new Promise(setImmediate);
  assert.deepEqual(
    sent.map(({ name }) => name),
    ["q"],
  );
  answered.resolve();
  assert.deepEqual(await Promise.all([first, ...others]), [of(1), of(1), of(1)]);
  assert.ok(sent.slice(1).every(({ name }) => name === "q_of_accounts"));
});

test("a node that answers again is found out within seconds, and its accounts are read again", async (t) => {
  dead.add(1);
  await read();
  dead.clear();
  const began = performance.now();
  assert.deepEqual(await read(), of(2), "it has not been asked yet");
  t.mock.method(performance, "now", () => began + 3_000);
  await read();
  await new Promise(setImmediate);
  assert.deepEqual(await read(), [...accounts].sort());
  assert.ok(!nodes.areSome());
});

test("a second node that is lost is left out as well; with none left there are no rows", async () => {
  dead.add(1);
  await read();
  dead.add(2);
  assert.deepEqual(await read(), []);
});

test("with many accounts each shard has its own statement, which names its accounts alone", async () => {
  const many = Array.from({ length: 3_000 }, () => newId("acct"));
  dead.add(2);
  nodes = createLostNodes({
    listAccounts: async () => many,
    ask: async (account) => {
      if (nodeOf(account) === 2) throw LOST;
    },
  });
  await read();
  const named = sent.slice(1).map(({ values }) => values[1] as string[]);
  assert.deepEqual(named.map((own) => [...new Set(own.map(shardOf))]).sort(), [[1], [3]]);
  assert.equal(named.flat().length, many.filter((account) => nodeOf(account) === 1).length);
});

test("an error that is not of a lost node is thrown, and nothing is repeated", async () => {
  const refuse = (async () => {
    throw new Error("syntax error");
  }) as unknown as RunPrepared;
  await assert.rejects(nodes.read(refuse, "q", TEXT, [7]), /syntax error/);
  dead.add(1);
  await assert.rejects(
    nodes.unless(async () => {
      throw new Error("duplicate key");
    }, []),
    /duplicate key/,
  );
  assert.ok(!nodes.areSome());
});

test("a failure of a node that answers when it is asked is thrown, so that the caller tries again", async () => {
  let failures = 1;
  const work = async () => {
    if (failures-- > 0) throw LOST;
    return "done";
  };
  await assert.rejects(nodes.unless(work, "left out"), /remote node/);
  assert.equal(await nodes.unless(work, "left out"), "done");
});

test("the work of a shard on a lost node is left out", async () => {
  dead.add(2);
  const lost = async () => {
    throw LOST;
  };
  assert.equal(await nodes.unless(lost, "left out"), "left out");
  assert.deepEqual(await read(), of(1), "the others are known from then on");
  assert.equal(sent.length, 1);
});

test("on one PostgreSQL nothing is asked", async () => {
  setShards([]);
  const lost = async () => {
    throw LOST;
  };
  await assert.rejects(nodes.unless(lost, []), /remote node/);
  assert.deepEqual(asked, []);
});
