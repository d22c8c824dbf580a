import assert from "node:assert/strict";
import { test } from "node:test";
import { type FilterDef, filterLabel, readFilters } from "./filters.ts";

const DEFS: readonly FilterDef[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: [{ value: "failed", label: "failed" }],
  },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: ["EUR"] },
  { key: "customer", label: "Customer", kind: "text" },
];

function label(key: string, value: string): string {
  const def = DEFS.find((one) => one.key === key)!;
  const { subject, predicate } = filterLabel(def, value);
  return `${subject} ${predicate}`;
}

test("a chip describes its filter in words", () => {
  assert.equal(label("status", "failed"), "Status is failed");
  assert.equal(label("status", "failed,requires_action"), "Status is failed or Needs payer");
  assert.equal(label("created", "7d"), "Created last 7 days");
  assert.equal(label("created", "2026-04-01..2026-04-12"), "Created 1 Apr to 12 Apr 2026");
  assert.equal(label("created", "2026-04-01.."), "Created from 1 Apr 2026");
  assert.equal(label("created", "..2026-04-12"), "Created until 12 Apr 2026");
  assert.equal(label("created", "1h"), "Created last hour");
  assert.equal(
    label("created", "2026-04-01T14:00..2026-04-01T15:30"),
    "Created 1 Apr 2026, 14:00 until 15:30",
  );
  assert.equal(
    label("created", "2026-04-01T14:00..2026-04-02T00:00"),
    "Created 1 Apr 2026, 14:00 until 2 Apr 2026, 00:00",
  );
  assert.equal(
    label("created", "2026-04-01T14:00:05.250Z.."),
    "Created from 1 Apr 2026, 14:00:05.250 UTC",
  );
  assert.equal(
    label("created", "2026-04-01T14:00:05.250Z..2026-04-01T15:30:00.000Z"),
    "Created 1 Apr 2026, 14:00:05.250 UTC until 15:30:00.000 UTC",
  );
  assert.equal(label("amount", "EUR:10.00.."), "Amount is at least 10.00 EUR");
  assert.equal(label("amount", "EUR:10..50"), "Amount is 10 to 50 EUR");
  assert.equal(label("customer", "cus_1"), "Customer is cus_1");
});

test("server and browser read the same values from a URL, in the same order", () => {
  const address = "customer=cus_1&status=failed&after=pay_9&unknown=1&created=";
  const browser = readFilters(DEFS, new URLSearchParams(address));
  const server = readFilters(DEFS, {
    unknown: "1",
    after: "pay_9",
    status: ["failed", "succeeded"],
    customer: "cus_1",
    created: "",
  });
  assert.equal(JSON.stringify(browser), '{"status":"failed","customer":"cus_1","after":"pay_9"}');
  assert.equal(JSON.stringify(server), JSON.stringify(browser));
});

test("a chip shows the name of an object, or its id if it has no name", () => {
  const customer = DEFS.find(({ key }) => key === "customer")!;
  const names = { cus_1: "Ada Lindqvist" };
  assert.equal(filterLabel(customer, "cus_1", names).predicate, "is Ada Lindqvist");
  assert.equal(filterLabel(customer, "cus_2", names).predicate, "is cus_2");
});
