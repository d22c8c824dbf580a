// Citus sends the nodes the whole text of a setting that they are to be told, and for each such setting of a text again.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { knowShards } from "#db/client.ts";
import { copyOut } from "#db/copy-out.ts";
import { snapshot, transactByIndexes } from "#db/prepared.ts";
import { ServiceClient } from "#db/service-client.ts";
import { setShards } from "#db/shards.ts";
import { record } from "./record.ts";

after(() => setShards(null));

const statementsOf = (text: string) =>
  text
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const SETTING = "set local citus.propagate_set_commands";

test("the nodes of Citus are told a transaction's settings once, and not to begin a second time", async () => {
  await knowShards();
  setShards(
    [{ shard: 1, first: -(2 ** 31), last: 2 ** 31 - 1, node: 1 }],
    Number.POSITIVE_INFINITY,
  );
  const sent = await record(ServiceClient, async () => {
    await snapshot({ plans: "anew" }, (run) => run("told.snapshot", "select 1", []));
    await transactByIndexes({}, (run) => run("told.change", "select 1", []));
    await (await copyOut("select 1", { timezone: "UTC", streams: true })).close();
  });
  const told = sent
    .map(({ text }) => statementsOf(text))
    .filter((all) => all.join().includes(SETTING));
  assert.equal(told.length, 3);
  for (const [first, ...rest] of told) {
    // Also the second text of a transaction is told once.
    assert.equal(first, `${SETTING} = 'none'`);
    assert.equal(rest.indexOf(`${SETTING} = 'local'`), rest.length - 2);
    assert.deepEqual(
      rest.filter((each) => !/^set local [\w.]+ = /.test(each)),
      [],
    );
  }
});
