import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOn, type Watched } from "./rotation-verdict.ts";

const PRESENT = new Date("2026-04-12T12:00:00Z");
const ago = (minutes: number) => new Date(PRESENT.getTime() - minutes * 60_000).toISOString();

const key = (name: string, requests: number, minutesAgo: number | null): Watched => ({
  name,
  lastHour: { requests },
  use: {
    lastUsedAt: minutesAgo === null ? null : ago(minutesAgo),
    lastAddress: minutesAgo === null ? null : "203.0.113.4",
  },
});

test("a first key in use must not go, and the verdict says how often, when and from where", () => {
  const verdict = verdictOn(key("Server", 1_204, 3), key("Server (2)", 88, 1), PRESENT);
  assert.equal(verdict.tone, "warning");
  assert.match(verdict.title, /^Not yet: Server is still in use/);
  assert.match(
    verdict.text,
    /1,204 requests in the last hour, the last 3 min ago from 203\.0\.113\.4/,
  );
});

test("a last use within the hour counts even when its minute is not yet among the numbers", () => {
  assert.equal(verdictOn(key("A", 0, 2), key("B", 5, 1), PRESENT).tone, "warning");
});

test("silence alone is not enough: the second key must have been used", () => {
  const verdict = verdictOn(key("Server", 0, 300), key("Server (2)", 0, null), PRESENT);
  assert.equal(verdict.tone, "info");
  assert.match(verdict.title, /Waiting for the first request with Server \(2\)/);
});

test("a quiet first key beside a used second one can go", () => {
  const verdict = verdictOn(key("Server", 0, 125), key("Server (2)", 40, 1), PRESENT);
  assert.equal(verdict.tone, "positive");
  assert.match(verdict.text, /made its last request 2 h ago/);
  const older = verdictOn(key("Server", 0, 3 * 24 * 60), key("B", 1, 1), PRESENT);
  assert.match(older.text, /3 days ago/);
  assert.match(verdictOn(key("Server", 0, null), key("B", 1, 1), PRESENT).text, /never used/);
});
