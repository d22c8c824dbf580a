import assert from "node:assert/strict";
import { test } from "node:test";
import { coveredTypes, groupTypes, subscriptionLabel, toggled } from "./event-labels.ts";

const TYPES = ["payment.succeeded", "payment.failed", "refund.settled", "refund.failed"];

test("types are grouped by noun in the given order", () => {
  assert.deepEqual(groupTypes(TYPES), [
    { noun: "payment", types: ["payment.succeeded", "payment.failed"] },
    { noun: "refund", types: ["refund.settled", "refund.failed"] },
  ]);
});

test("a subscription is described in a few words", () => {
  assert.equal(subscriptionLabel(["*"]), "Every event");
  assert.equal(subscriptionLabel(["payment.*"]), "payment.*");
  assert.equal(
    subscriptionLabel(["payment.*", "refund.settled", "dispute.*"]),
    "payment.*, refund.settled and 1 more",
  );
});

test("ticking and clearing boxes keeps the shortest equivalent list", () => {
  assert.deepEqual(toggled([], "payment.failed", true, TYPES), ["payment.failed"]);
  assert.deepEqual(toggled(["payment.failed"], "payment.*", true, TYPES), ["payment.*"]);
  assert.deepEqual(toggled(["payment.*"], "payment.failed", false, TYPES), ["payment.succeeded"]);
  assert.deepEqual(toggled(["refund.settled", "payment.*"], "payment.*", false, TYPES), [
    "refund.settled",
  ]);
  assert.deepEqual(toggled(["payment.*"], "*", true, TYPES), ["*"]);
  assert.deepEqual(toggled(["*"], "*", false, TYPES), []);
  assert.equal(coveredTypes(["payment.*", "refund.failed"], TYPES), 3);
  assert.equal(coveredTypes(["*"], TYPES), 4);
});
