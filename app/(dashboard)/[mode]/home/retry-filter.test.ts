import assert from "node:assert/strict";
import { test } from "node:test";
import { retryFilter } from "./retry-filter.ts";

const since = "2026-11-24T10:00:30.250Z";

test("an incident's retries are of its slice, from its first decline to the millisecond until its end", () => {
  const issuer = { dimension: "issuer", value: "Nordlicht Bank", since } as const;
  assert.deepEqual(retryFilter({ ...issuer, until: null }), {
    created: "2026-11-24T10:00:30.250Z..",
    outcome: "declined",
    issuer: "Nordlicht Bank",
  });
  const until = "2026-11-24T11:02:03.004Z";
  assert.deepEqual(retryFilter({ dimension: "all", value: "", since, until }), {
    created: `${since}..${until}`,
    outcome: "declined",
  });
});
