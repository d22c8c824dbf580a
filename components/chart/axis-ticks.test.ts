import assert from "node:assert/strict";
import { test } from "node:test";
import { axisNote, rateDomain, ticksOf } from "./axis-ticks.ts";

const format = (value: number) => `${value} %`;
const series = (values: (number | null)[]) => [{ id: "one", label: "One", values }];

test("an axis that does not start at zero says where it starts", () => {
  const line = { kind: "line" as const, series: series([92, null, 88]), format };
  assert.equal(
    axisNote({ ...line, domain: rateDomain([92, null, 88]) }),
    "the axis starts at 80 %",
  );
  assert.equal(axisNote({ ...line, domain: rateDomain([11]) }), null);
  assert.match(axisNote(line) ?? "", /^the axis starts at 8\d/);
  assert.equal(axisNote({ kind: "bar", series: series([92, 88]), format }), null);
});

test("bars start at zero, and an axis without values is not empty", () => {
  assert.equal(ticksOf({ kind: "bar", series: series([3, 7]) })[0], 0);
  assert.deepEqual(ticksOf({ kind: "line", series: series([null]) }), [0, 1]);
});
