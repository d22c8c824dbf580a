import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOn, type Watched } from "./rotation-verdict.ts";

const PRESENT = new Date("2026-04-12T12:00:00Z");
const ago = (minutes: number) => new Date(PRESENT.getTime() - minutes * 60_000).toISOString();

const FRAME = { present: PRESENT, zone: "Europe/Amsterdam" };

const key = (
  name: string,
  requests: number,
  minutesAgo: number | null,
  longestPauseMs = 0,
): Watched => ({
  longestPauseMs,
  name,
  lastHour: { requests },
  use: {
    lastUsedAt: minutesAgo === null ? null : ago(minutesAgo),
    lastAddress: minutesAgo === null ? null : "203.0.113.4",
  },
});

test("a first key in use is not safe to revoke, and the verdict says how often, when and from where it was used", () => {
  const verdict = verdictOn(key("Server", 1_204, 3), key("Server (2)", 88, 1), FRAME);
  assert.equal(verdict.tone, "warning");
  assert.match(verdict.title, /^Not yet: Server is still in use/);
  assert.match(
    verdict.text,
    /1,204 requests in the last hour, the last 3 min ago from 203\.0\.113\.4/,
  );
});

test("a last use within the hour counts even when its minute is not in the numbers yet", () => {
  assert.equal(verdictOn(key("A", 0, 2), key("B", 5, 1), FRAME).tone, "warning");
});

test("without requests of the second key the verdict is to wait", () => {
  const verdict = verdictOn(key("Server", 0, 300), key("Server (2)", 0, null), FRAME);
  assert.equal(verdict.tone, "info");
  assert.match(verdict.title, /Waiting for the first request with Server \(2\)/);
});

test("an unused first key beside a used second one is safe to revoke, and the verdict names the time since its last use", () => {
  const verdict = verdictOn(key("Server", 0, 192), key("Server (2)", 40, 1), FRAME);
  assert.equal(verdict.tone, "positive");
  assert.equal(
    verdict.text,
    "It has been unused for 3 h 12 min; last used by 203.0.113.4 on 2026-04-12 at 10:48. Server (2) is in use.",
  );
  const older = verdictOn(key("Server", 0, 3 * 24 * 60), key("B", 1, 1), FRAME);
  assert.match(older.text, /unused for 3 d;/);
  assert.match(verdictOn(key("Server", 0, null), key("B", 1, 1), FRAME).text, /never used/);
});

test("a key that was unused for as long before may run a nightly job, so the verdict is to wait", () => {
  const dayMs = 24 * 3_600_000;
  const nightly = verdictOn(key("Server", 0, 20 * 60, dayMs), key("B", 1, 1), FRAME);
  assert.equal(nightly.tone, "info");
  assert.match(nightly.text, /unused for 20 h; .* unused for up to 1 d and then used again/);
  assert.equal(verdictOn(key("Server", 0, 25 * 60, dayMs), key("B", 1, 1), FRAME).tone, "positive");
});
