import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerLabel,
  bytesLabel,
  liveInterval,
  plural,
  spacingLabel,
  unsentLabel,
  urlParts,
} from "./delivery-labels.ts";

test("a response is shown as its status, or as the cause when there is none", () => {
  assert.equal(answerLabel(503, "http_server_error"), "503 Service Unavailable");
  assert.equal(answerLabel(299, null), "299");
  assert.equal(answerLabel(null, "response_timeout"), "No response in 10 s");
  assert.equal(answerLabel(null, "something_new"), "something new");
});

test("intervals, counts and sizes are readable text", () => {
  assert.equal(spacingLabel(60_000), "1 minute");
  assert.equal(spacingLabel(1_800_000), "30 minutes");
  assert.equal(spacingLabel(43_200_000), "12 hours");
  assert.equal(plural(1, "delivery"), "1 delivery");
  assert.equal(plural(1_204, "delivery"), "1,204 deliveries");
  assert.equal(plural(2, "key"), "2 keys");
  assert.equal(plural(3, "day"), "3 days");
  assert.equal(bytesLabel(1_234), "1.2 KB");
  assert.deepEqual(urlParts("https://a.example/"), { host: "a.example", path: "" });
  assert.deepEqual(urlParts("https://a.example:8443/x?y=1"), {
    host: "a.example:8443",
    path: "/x?y=1",
  });
});

test("a page polls often only while an attempt is due soon", () => {
  const at = (ms: number) => new Date(ms).toISOString();
  assert.equal(liveInterval(undefined, 0), false);
  assert.equal(liveInterval([{ status: "delivered", nextAttemptAt: null }], 0), false);
  assert.equal(liveInterval([{ status: "pending", nextAttemptAt: at(0) }], 0), 2_000);
  assert.equal(liveInterval([{ status: "retrying", nextAttemptAt: at(5_000) }], 0), 2_000);
  assert.equal(liveInterval([{ status: "retrying", nextAttemptAt: at(900_000) }], 0), 15_000);
});

test("only a delivery that can still be sent is not sent yet", () => {
  assert.equal(unsentLabel("pending"), "Not sent yet");
  assert.equal(unsentLabel("held"), "Not sent: endpoint disabled");
  assert.equal(unsentLabel("canceled"), "Not sent");
});
