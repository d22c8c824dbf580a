import assert from "node:assert/strict";
import { test } from "node:test";
import { groupByChange } from "./shadow-groups.ts";

const row = (path: string, count: number, object = "payment") => ({
  object,
  path,
  kind: "changed" as const,
  count,
  sample: { objectId: "pay_1", before: null, after: null },
});

const CHANGES = [
  {
    date: "2026-04-01",
    title: "Declines have details",
    affects: { objects: ["payment"], requests: [] },
    touches: { requests: [], responses: [] },
    description: "",
    fields: [{ before: "decline", after: "decline_details.code" }],
  },
  {
    date: "2025-10-01",
    title: "An older one",
    affects: { objects: ["payment"], requests: [] },
    touches: { requests: [], responses: [] },
    description: "",
    fields: [{ before: "redirect", after: "redirect_url" }],
  },
];

test("fields are grouped under the change that made them, in both directions, and the rest under other differences", () => {
  const rows = [row("decline", 4), row("decline_details", 3), row("colour", 1)];
  for (const [from, to] of [
    ["2025-10-01", "2026-04-01"],
    ["2026-04-01", "2025-10-01"],
  ] as const) {
    const groups = groupByChange({ from, to, rows }, CHANGES);
    assert.deepEqual(
      groups.map(({ title, count, rows: mine }) => [title, count, mine.length]),
      [
        ["Declines have details", 4, 2],
        ["Other differences", 1, 1],
      ],
    );
  }
});

test("a field of the same name in another kind of object is not attributed to the change", () => {
  const rows = [row("decline", 2, "refund")];
  const groups = groupByChange({ from: "2025-10-01", to: "2026-04-01", rows }, CHANGES);
  assert.equal(groups[0]?.title, "Other differences");
});
