import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { closeDb, getPool, knowShards, perShard } from "./client.ts";
import { groupCalls, type Run } from "./group.ts";
import { setShards, shardOf } from "./shards.ts";

/** Calls that record which of them were grouped. */
function noted(work: (items: readonly string[], run: Run) => Promise<unknown> = async () => {}) {
  const batches: string[][] = [];
  let open = 0;
  let mostOpen = 0;
  const call = groupCalls<string, string>({
    most: 3,
    inFlight: 1,
    identityOf: (item) => item.split(" ")[0]!,
    async work(items, run) {
      batches.push([...items]);
      mostOpen = Math.max(mostOpen, ++open);
      try {
        await work(items, run);
      } finally {
        open--;
      }
      return items.map((item) => `${item}!`);
    },
  });
  return { call, batches, mostOpen: () => mostOpen };
}

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

test("concurrent calls are grouped and sorted, and each gets its own answer", async () => {
  const { call, batches } = noted();
  assert.deepEqual(await Promise.all(["c", "a", "b"].map(call)), ["c!", "a!", "b!"]);
  assert.deepEqual(batches, [["a", "b", "c"]]);
});

test("calls that arrive while others run form the next group, in order and bounded", async () => {
  const { call, batches, mostOpen } = noted(later);
  const first = call("z");
  await later();
  const others = ["f", "e", "d", "c", "b", "a"].map(call);
  await Promise.all([first, ...others]);
  assert.deepEqual(batches, [["z"], ["d", "e", "f"], ["a", "b", "c"]]);
  assert.equal(mostOpen(), 1);
});

test("two calls about the same identity are never grouped, and the earlier goes first", async () => {
  const { call, batches } = noted(later);
  const answers = await Promise.all(["k 1", "k 2", "a", "k 3"].map(call));
  assert.deepEqual(answers, ["k 1!", "k 2!", "a!", "k 3!"]);
  assert.deepEqual(batches, [["a", "k 1"], ["k 2"], ["k 3"]]);
});

test("a call that waits for its identity does not delay others", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = groupCalls<string, string>({
    most: 3,
    inFlight: 2,
    identityOf: (item) => item,
    work: async (items) => {
      if (items.includes("slow")) await promise;
      return items;
    },
  });
  const slow = [call("slow"), call("slow")];
  await later();
  assert.equal(await call("quick"), "quick");
  resolve();
  await Promise.all(slow);
});

const value = (items: readonly string[], run: Run) =>
  run(
    `group_test_${items.length}`,
    `select ${items.map((_, i) => `$${i + 1}::int`).join(", ")}`,
    items,
  );

test("an item that the database refuses fails alone", async () => {
  const { call, batches } = noted(value);
  const [one, bad, two] = await Promise.allSettled(["1", "x", "2"].map(call));
  assert.deepEqual([one?.status, bad?.status, two?.status], ["fulfilled", "rejected", "fulfilled"]);
  assert.match(String(bad?.status === "rejected" && bad.reason), /invalid input syntax/);
  assert.deepEqual(batches, [["1", "2", "x"], ["1"], ["2"], ["x"]]);
});

test("a server error fails all calls, and nothing is done twice", async () => {
  const { call, batches } = noted(async (_, run) => {
    await run("group_test_gone", "select pg_terminate_backend(pg_backend_pid())", []);
  });
  const outcomes = await Promise.allSettled(["a", "b"].map(call));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(batches.length, 1);
});

test("after a failure the next calls succeed", async () => {
  let broken = true;
  const { call } = noted(async () => {
    if (broken) throw new Error("broken");
  });
  await assert.rejects(call("a"), /broken/);
  broken = false;
  assert.equal(await call("a"), "a!");
});

test("a long-held lock stops only the calls that need it", async () => {
  await askOwner("create table if not exists group_test (id text primary key, n int)");
  await getPool().query("insert into group_test values ('free', 0), ('held', 0)");
  const { call } = noted(async (items, run) => {
    const add = "update group_test set n = n + 1 where id = any ($1::text[])";
    await run("group_test_add", add, [items]);
  });
  const holder = await getPool().connect();
  try {
    await holder.query("begin; select 1 from group_test where id = 'held' for update");
    const held = call("held");
    assert.equal(await call("free"), "free!");
    await holder.query("commit");
    assert.equal(await held, "held!");
  } finally {
    holder.release();
  }
  const { rows } = await getPool().query("select id, n from group_test order by id");
  assert.deepEqual(rows, [
    { id: "free", n: 1 },
    { id: "held", n: 1 },
  ]);
  await askOwner("drop table group_test");
});

test("groups survive a change of the database's connections", async () => {
  const { call } = noted(value);
  assert.equal(await call("1"), "1!");
  await closeDb();
  assert.equal(await call("2"), "2!");
});

/** As on a cluster of Citus with two shards. */
async function onTwoShards(): Promise<void> {
  await knowShards();
  setShards([
    { shard: 7, first: -(2 ** 31), last: -1, node: 1 },
    { shard: 8, first: 0, last: 2 ** 31 - 1, node: 2 },
  ]);
}
afterEach(() => setShards(null));

const accountOf = (item: string) => item.split(" ")[0]!;

/** Calls of accounts, whose item is an account and a key. */
function ofAccounts(work: (items: readonly string[], run: Run) => Promise<unknown> = later) {
  const batches: string[][] = [];
  const call = groupCalls<string, string>({
    most: 10,
    inFlight: 1,
    accountOf,
    identityOf: (item) => item,
    async work(items, run) {
      batches.push([...items]);
      await work(items, run);
      return items.map((item) => `${item}!`);
    },
  });
  return { call, batches };
}

/** Two accounts of each shard. */
function accounts(): [first: string[], second: string[]] {
  const names = Array.from({ length: 20 }, (_, i) => `acct_${i}`);
  const of = (shard: number) => names.filter((name) => shardOf(name) === shard).slice(0, 2);
  return [of(7), of(8)];
}

test("on one PostgreSQL calls of all accounts share a statement", async () => {
  const { call, batches } = ofAccounts();
  const items = ["acct_3 x", "acct_1 x", "acct_2 x"];
  assert.deepEqual(
    await Promise.all(items.map(call)),
    items.map((item) => `${item}!`),
  );
  assert.deepEqual(batches, [[...items].sort()]);
});

test("calls of two shards are two statements, each in the order of its identities", async () => {
  await onTwoShards();
  const [[a = "", c = ""], [b = "", d = ""]] = accounts();
  const { call, batches } = ofAccounts();
  const items = [`${d} 1`, `${c} 2`, `${b} 1`, `${a} 1`, `${c} 1`];
  assert.deepEqual(
    await Promise.all(items.map(call)),
    items.map((item) => `${item}!`),
  );
  assert.deepEqual(
    batches.sort(),
    [[`${a} 1`, `${c} 1`, `${c} 2`].sort(), [`${b} 1`, `${d} 1`].sort()].sort(),
  );
});

test("a shard whose statement takes long does not delay another's", async () => {
  await onTwoShards();
  const [[slow = ""], [quick = ""]] = accounts();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { call } = ofAccounts(async ([first]) => {
    if (accountOf(first!) === slow) await promise;
  });
  const held = call(`${slow} 1`);
  await later();
  assert.equal(await call(`${quick} 1`), `${quick} 1!`);
  resolve();
  assert.equal(await held, `${slow} 1!`);
});

test("an item that the database refuses fails alone in the statement of its shard", async () => {
  await onTwoShards();
  const [[a = "", c = ""], [b = ""]] = accounts();
  const { call, batches } = ofAccounts((items, run) =>
    value(
      items.map((item) => item.split(" ")[1]!),
      run,
    ),
  );
  const outcomes = await Promise.allSettled([`${a} 1`, `${c} x`, `${b} 2`].map(call));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.equal(batches.filter(([first]) => first === `${b} 2`).length, 1);
});

test("rows are worked on shard by shard, and all at once on one PostgreSQL", async () => {
  await onTwoShards();
  const [[a = "", c = ""], [b = ""]] = accounts();
  const rows = [a, b, c].map((accountId) => ({ accountId }));
  const names = (own: ReadonlyArray<{ accountId: string }>) =>
    Promise.resolve(own.map(({ accountId }) => accountId));
  assert.deepEqual(await perShard(rows, names), [[a, c], [b]]);
  setShards([]);
  assert.deepEqual(await perShard(rows, names), [[a, b, c]]);
});
