import assert from "node:assert/strict";
import { test } from "node:test";
import { erasedBody, erasedJson, erasedText } from "./erased-json.ts";

const erasure = { ids: new Set(["cus_1", "pay_1"]), words: ["Ada Lovelace", "ada@example.com"] };

test("the customer's objects lose their personal fields, and keep the order of the others", () => {
  const payment = {
    id: "pay_1",
    amount: 100,
    description: "For Ada",
    metadata: { note: "x" },
    card: { country: "DE", last4: "4242" },
    customer: {
      id: "cus_1",
      object: "customer",
      name: "Ada Lovelace",
      country: "GB",
      metadata: {},
    },
  };
  assert.equal(
    JSON.stringify(erasedJson(payment, erasure)),
    '{"id":"pay_1","amount":100,"description":null,"metadata":{},"card":{"country":"DE","last4":"4242"},"customer":{"id":"cus_1","object":"customer","name":null,"country":null,"metadata":{}}}',
  );
});

test("another customer's object keeps its fields, without the words", () => {
  const other = { id: "cus_2", object: "customer", name: "Bob", description: "met ADA LOVELACE" };
  assert.deepEqual(erasedJson(other, erasure), { ...other, description: "met (erased)" });
});

test("a word within a longer word stays", () => {
  assert.equal(
    erasedText("Ada Lovelaces, Ada Lovelace; xada@example.com", erasure.words),
    "Ada Lovelaces, (erased); xada@example.com",
  );
});

test("a body that is no JSON is erased as text", () => {
  assert.equal(erasedBody("Hello ada@example.com!", erasure), "Hello (erased)!");
});
