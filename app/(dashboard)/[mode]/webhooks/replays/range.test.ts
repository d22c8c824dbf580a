import assert from "node:assert/strict";
import { test } from "node:test";
import { isBackwards, isSameSelection, paramsOf, rangeOf, replayHref } from "./range.ts";

const PRESENT = Date.parse("2026-04-12T10:00:00Z");
const ZONE = "Europe/Berlin";
const params = (query: string) => paramsOf(new URLSearchParams(query), PRESENT, ZONE);
const range = (query: string) => rangeOf(params(query), null, ZONE);

test("list filters become replay filters, and a filter that a replay lacks gives no link", () => {
  assert.equal(
    replayHref("test", { endpoint: "we_1", status: "failed,retrying", type: "a.b,c.d" }),
    "/test/webhooks/replays/new?endpoint=we_1&type=a.b,c.d&status=failed",
  );
  assert.equal(replayHref("live", { created: "7d" }), "/live/webhooks/replays/new?made=7d");
  assert.equal(replayHref("test", { q: "evt_1" }), null);
  assert.equal(replayHref("test", { status: "canceled" }), null);
});

test("a replay is of the same deliveries only where the list has failed and retrying together", () => {
  assert.deepEqual(
    ["failed,retrying", "held", "failed,retrying,delivered", "failed", "retrying,held"].map(
      (status) => isSameSelection({ status }),
    ),
    [true, true, true, false, false],
  );
  assert.equal(isSameSelection({ created: "7d" }), false);
});

test("days of the list become times in the merchant's zone, including the last day", () => {
  assert.deepEqual(range("made=2026-04-10..2026-04-11"), {
    from: "2026-04-09T22:00:00.000Z",
    to: "2026-04-11T22:00:00.000Z",
  });
  assert.deepEqual(range("made=7d"), { from: "2026-04-05T10:00:00.000Z", to: null });
});

test("the time since when an endpoint fails comes from the endpoint or the address", () => {
  const failing = { ...params("endpoint=we_1"), window: "failing" as const };
  assert.equal(rangeOf(failing, null, ZONE), null);
  // The first failed delivery was created shortly before.
  assert.deepEqual(rangeOf(failing, "2026-04-12T08:00:00.000Z", ZONE), {
    from: "2026-04-12T07:55:00.000Z",
    to: null,
  });
  assert.deepEqual(range("since=2026-04-12T08:31:00Z"), {
    from: "2026-04-12T08:31:00.000Z",
    to: null,
  });
});

test("an empty or reversed window is recognised", () => {
  const custom = { ...params(""), window: "custom" as const, from: "" };
  assert.equal(rangeOf(custom, null, ZONE), null);
  assert.ok(isBackwards({ from: "2026-04-12T08:00:00.000Z", to: "2026-04-12T07:00:00.000Z" }));
  assert.ok(!isBackwards({ from: "2026-04-12T08:00:00.000Z", to: null }));
});
