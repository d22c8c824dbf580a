import { test } from "node:test";
import { ServiceClient } from "#db/service-client.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import { askOwner } from "#test/as-owner.ts";
import { endpointAt } from "#test/lanes.ts";
import { openTill, type Till } from "#test/money.ts";
import { startReceiver } from "#test/receiver.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import { type Tables, usesOf } from "./judge.ts";
import { record } from "./record.ts";

async function tablesHere(): Promise<Tables> {
  const { rows } = await askOwner(
    `select c.relname as table, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition group by 1`,
  );
  return new Map(
    rows.map(({ table, columns }) => [
      table,
      {
        columns: new Set<string>(columns),
        account: table === "accounts" ? "id" : columns.includes("account_id") ? "account_id" : null,
      },
    ]),
  );
}

test("x", async () => {
  const tables = await tablesHere();
  const till: Till = await openTill();
  const receiver = await startReceiver();
  await endpointAt(receiver.url, till.ctx.test);
  const customer = (await till.call("POST", "/v1/customers", { email: "a@b.example" })).body;
  const show = async (phase: string, work: () => Promise<unknown>) => {
    const sent = await record(ServiceClient, async () => {
      await work();
    });
    for (const s of sent) {
      let uses;
      try {
        uses = await usesOf(s.text, tables);
      } catch (e) {
        console.log(phase, "PARSE", String(e), s.text);
        continue;
      }
      if (uses.length === 0) continue;
      const bad = uses.filter((u) => u.accounts.length === 0).map((u) => u.table);
      const list = uses
        .filter((u) => u.accounts.length > 0 && u.accounts.every((a) => a.kind === "list"))
        .map((u) => u.table);
      console.log(
        phase,
        bad.length ? "UNBOUND" : list.length ? "GROUPED" : "one",
        s.name ?? s.text.replace(/\s+/g, " ").slice(0, 100),
        bad.join(),
        bad.length ? "" : "",
      );
    }
  };
  let pay: any, cap: any, re: any;
  await show("charge", async () => {
    pay = (await till.charge({ customer: customer.id })).body;
  });
  await show("charge", async () => {
    await till.charge({ payment_method: "pm_test_4000000000000002" });
  });
  await show("auth", async () => {
    cap = (await till.charge({ capture: "manual" })).body;
  });
  await show("capture", () => till.call("POST", `/v1/payments/${cap.id}/capture`, {}));
  await show("refund", async () => {
    re = (await till.refund({ payment: pay.id, amount: 100 })).body;
  });
  await show("due", () => settleUnfinished());
  await show("delivery", async () => {
    const loop = startDispatch();
    await receiver.waitFor(3);
    await loop.stop();
  });
  await show("advance", () => till.call("POST", "/v1/test/clock/advance", { seconds: 86400 * 4 }));
  await show("read", () => till.call("GET", `/v1/payments/${pay.id}`));
  await show("read", () => till.call("GET", `/v1/refunds/${re.id}`));
  for (const what of [
    "payments",
    "refunds",
    "settlements",
    "events",
    "customers",
    "balance_transactions",
    "balance",
    "payment_methods",
    "disputes",
    "webhook_endpoints",
  ])
    await show("list " + what, async () => {
      const r = await till.call("GET", `/v1/${what}`);
      if (r.status !== 200) console.log(what, r.status);
    });
  await receiver.stop();
});
