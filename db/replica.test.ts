import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { publishedReadings } from "#lib/kernel/readings.ts";
import { closeDb, db, getPool } from "./client.ts";
import { freePort } from "./embedded/ports.ts";
import { readSource } from "./read-source.ts";
import { fromReplica } from "./replica.ts";
import { readTogether, transact } from "./transact.ts";

// That a standby serves reads, and which, is tried with a real one (`npm run -s ops -- test replicas`).

beforeEach(closeDb);
after(closeDb);

const figure = async (name: string) =>
  Number(
    (await publishedReadings()
      .find((one) => one.name === name)
      ?.read()) ?? 0,
  );

/** Which server reads would ask within `fromReplica`: null is the primary. */
const sourceOf = () => fromReplica(async () => readSource.getStore() ?? null);

test("a server that is no standby, or not there, leaves reads to the primary", async () => {
  const gone = new URL(env.databaseUrl);
  gone.port = String(await freePort());
  for (const address of [env.databaseUrl, gone.href]) {
    assignEnv({ DATABASE_REPLICA_URL: address });
    const before = await figure("paydesk_replica_reads_elsewhere");
    assert.equal(await sourceOf(), null);
    const { rows } = await fromReplica(() => db().execute<{ n: number }>("select 1 as n"));
    assert.deepEqual(rows, [{ n: 1 }]);
    assert.equal(await figure("paydesk_replica_reads_elsewhere"), before + 2);
  }
});

test("without a replica nothing is asked of the primary first", async () => {
  assignEnv({ DATABASE_REPLICA_URL: "" });
  assert.equal(await sourceOf(), null);
  assert.equal(getPool().totalCount, 0);
});

test("a transaction of reads writes nothing, and one of writes does not ask where reads go", async () => {
  await assert.rejects(
    readTogether((tx) => tx.execute("create temporary table refused (n int)")),
    (error: Error) => /read-only/.test(String(error.cause)),
  );
  // The query builder would fail, because this source has no connections.
  const nowhere = {
    get pool() {
      return assert.fail("a write asked for it");
    },
  } as never;
  await readSource.run(nowhere, () => transact((tx) => tx.execute("select 1")));
});
