import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "./client.ts";
import { listen, notify } from "./notify.ts";

const CHANNEL = "paydesk_test_channel";

/** A listener whose calls can be awaited. */
function counting() {
  let heard = 0;
  let wake = () => {};
  const stop = listen(CHANNEL, () => {
    heard++;
    wake();
  });
  const reached = async (count: number) => {
    while (heard < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { stop, reached, count: () => heard };
}

const cut = (name: string) =>
  getPool().query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [name],
  );

test("a listener is called for notifications, also after its connection was cut", {
  timeout: 15_000,
}, async () => {
  const { stop, reached, count } = counting();
  await reached(1);
  await notify(CHANNEL);
  await reached(2);
  await cut("paydesk listen");
  await reached(3);
  await notify(CHANNEL);
  await reached(4);
  await stop();
  await notify(CHANNEL);
  assert.equal(count(), 4);
});

test("a sender whose connection was cut sends again", { timeout: 15_000 }, async () => {
  const { stop, reached } = counting();
  await reached(1);
  await notify(CHANNEL);
  await cut("paydesk notify");
  // The first call may still use the dead connection, and only its own notification is lost.
  await notify(CHANNEL).catch(() => {});
  await notify(CHANNEL);
  await reached(3);
  await stop();
});

test("a sender keeps one connection, however often it is cut", { timeout: 15_000 }, async () => {
  await notify(CHANNEL);
  for (let round = 0; round < 5; round++) {
    await cut("paydesk notify");
    for (let notification = 0; notification < 10; notification++)
      await notify(CHANNEL).catch(() => {});
  }
  const { rows } = await getPool().query(
    `select count(*)::int as n from pg_stat_activity
      where application_name = 'paydesk notify' and datname = current_database()`,
  );
  assert.equal(rows[0].n, 1);
});
