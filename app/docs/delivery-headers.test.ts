import assert from "node:assert/strict";
import { test } from "node:test";
import { type PreparedDelivery, sendDelivery } from "#lib/domain/webhooks/index.ts";
import { DELIVERY_HEADERS } from "./delivery-headers.ts";

const DELIVERY: PreparedDelivery = {
  accountId: "acct_1",
  id: "dlv_1",
  mode: "test",
  eventId: "evt_1",
  eventType: "payment.succeeded",
  endpointId: "we_1",
  leaseId: "lease",
  place: "",
  attemptNumber: 1,
  url: "https://hooks.example/",
  version: "2026-04-01",
  secrets: ["whsec_1"],
  headers: {},
  body: "{}",
  bodyStored: true,
};

test("the guide lists exactly the headers that a delivery has", async () => {
  let sent: string[] = [];
  const post = async ({ headers }: { headers: Record<string, string> }) => {
    sent = Object.keys(headers);
    throw new Error("not sent");
  };
  await assert.rejects(sendDelivery(DELIVERY, post), /not sent/);
  const ours = sent.filter((name) => /^(Service-|webhook-|Content-Type)/.test(name));
  assert.deepEqual(
    DELIVERY_HEADERS.map(([name]) => name),
    ours,
  );
});
