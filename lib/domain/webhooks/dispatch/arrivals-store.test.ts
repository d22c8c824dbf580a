import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import fc from "fast-check";
import type pg from "pg";
import { getPool } from "#db/client.ts";
import { openSession, type Session } from "#db/session.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { clearQueue } from "#test/hook-rows.ts";
import {
  type Arrival,
  type ArrivalsPlace,
  LANES,
  newArrivalsPlace,
  readArrivals,
  readArrivalsOf,
} from "./arrivals-store.ts";

const ALL = Array.from({ length: LANES }, (_, lane) => lane);

let session: Session;
before(async () => {
  session = await openSession("paydesk test", () => {});
});
after(() => session.close());
beforeEach(clearQueue);

type Queryable = Pick<pg.ClientBase, "query">;

async function insert(db: Queryable, accountId = newId("acct"), endpoint = newId("we")) {
  const id = newId("dlv");
  await db.query(
    `insert into new_deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id)
     values ($1, $2, 'test', $3, 'payment.succeeded', $4, $5)`,
    [accountId, id, newId("evt"), newId("pay"), endpoint],
  );
  return id;
}

/** Reads page by page until a page is not full. */
async function readOn(
  place: ArrivalsPlace,
  { lanes = ALL, except = [], limit = 2 }: Partial<Parameters<typeof readArrivals>[2]> = {},
): Promise<{ rows: Arrival[]; next: ArrivalsPlace }> {
  const found: Arrival[] = [];
  for (let at = place; ; ) {
    const { rows, next } = await readArrivals(session, at, { lanes, except, limit });
    found.push(...rows);
    at = next;
    if (!at.page) return { rows: found, next: at };
  }
}

test("each row is read once after its commit, in whatever order transactions write and commit", async () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom("write", "write", "end", "read")),
    {
      minLength: 10,
      maxLength: 30,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await clearQueue();
      const clients = await Promise.all([0, 1, 2, 3].map(() => getPool().connect()));
      const open: Array<string[] | null> = [null, null, null, null];
      const committed: string[] = [];
      const read: string[] = [];
      let place = newArrivalsPlace();
      const end = async (n: number) => {
        if (!open[n]) return;
        await clients[n]!.query("commit");
        committed.push(...open[n]);
        open[n] = null;
      };
      const look = async () => {
        const { rows, next } = await readOn(place);
        place = next;
        read.push(...rows.map(({ id }) => id));
        assert.deepEqual(read.toSorted(), committed.toSorted());
      };
      try {
        for (const [n, what] of all) {
          if (what === "read") await look();
          if (what === "end") await end(n);
          if (what !== "write") continue;
          if (!open[n]) await clients[n]!.query("begin");
          open[n] ??= [];
          open[n].push(await insert(clients[n]!));
        }
        for (const n of [2, 0, 3, 1]) await end(n);
        await look();
      } finally {
        for (const client of clients) {
          await client.query("rollback");
          client.release();
        }
      }
    }),
    { numRuns: 25 },
  );
});

test("a transaction that stays open delays no row of another", async () => {
  const slow = await getPool().connect();
  try {
    await slow.query("begin");
    const late = await insert(slow);
    const ids = [await insert(getPool()), await insert(getPool()), await insert(getPool())];
    const first = await readOn(newArrivalsPlace());
    assert.deepEqual(first.rows.map(({ id }) => id).sort(), ids.sort());
    await slow.query("commit");
    const second = await readOn(first.next);
    assert.deepEqual(
      second.rows.map(({ id }) => id),
      [late],
    );
  } finally {
    slow.release();
  }
});

test("the lanes share the rows, and an endpoint's rows are in one lane in the order of their commits", async () => {
  const endpoints = Array.from({ length: 40 }, () => newId("we"));
  const written: string[] = [];
  for (const endpoint of [...endpoints, ...endpoints]) {
    written.push(await insert(getPool(), undefined, endpoint));
  }
  const byLane: Arrival[] = [];
  for (const lane of ALL) {
    const { rows } = await readOn(newArrivalsPlace(), { lanes: [lane] });
    assert.ok(rows.every((row) => row.lane === lane));
    byLane.push(...rows);
  }
  assert.deepEqual(byLane.map(({ id }) => id).sort(), written.toSorted());
  const laneOf = new Map(byLane.map(({ id, lane }) => [id as string, lane]));
  const placeOf = new Map(byLane.map(({ id }, place) => [id as string, place]));
  for (const n of endpoints.keys()) {
    const [one, two] = [written[n]!, written[n + endpoints.length]!];
    assert.equal(laneOf.get(one), laneOf.get(two));
    assert.ok(placeOf.get(one)! < placeOf.get(two)!);
  }
});

test("an account that is left out is read on its own, from its last id on", async () => {
  const [busy, other] = [newId("acct"), newId("acct")];
  const ids: Array<Id<"dlv">> = [];
  for (let n = 0; n < 5; n++) ids.push(await insert(getPool(), busy));
  const one = await insert(getPool(), other);
  const { rows } = await readOn(newArrivalsPlace(), { except: [busy] });
  assert.deepEqual(
    rows.map(({ id }) => id),
    [one],
  );
  const args = { accountId: busy, lanes: ALL, limit: 3 };
  const first = await readArrivalsOf(session, { ...args, after: "" });
  const rest = await readArrivalsOf(session, { ...args, after: first.at(-1)!.id });
  assert.deepEqual(
    [...first, ...rest].map(({ id }) => id),
    ids,
  );
});

test("rows of a restored database, whose transactions are ahead of its counter, are read", async () => {
  const ids = [await insert(getPool()), await insert(getPool()), await insert(getPool())];
  await getPool().query(
    "update new_deliveries set tx_id = ((pg_current_xact_id()::text)::bigint + 1000000)::text::xid8",
  );
  const { rows } = await readOn(newArrivalsPlace());
  assert.deepEqual(rows.map(({ id }) => id).sort(), ids.toSorted());
});
