import assert from "node:assert/strict";
import { test } from "node:test";
import { timingPhases } from "./timing-phases.ts";

const label = (phases: ReturnType<typeof timingPhases>) =>
  phases.map(({ label, text }) => `${label} ${text}`);

test("phases come in order, and unmeasured ones are left out", () => {
  const timings = { dnsMs: 1.84, connectMs: 12.2, tlsMs: 30, firstByteMs: 80.4, bodyMs: 0.3 };
  const phases = timingPhases({ timings, durationMs: 126, responseStatus: 200 });
  assert.deepEqual(label(phases), [
    "DNS 1.8 ms",
    "Connect 12 ms",
    "TLS 30 ms",
    "First byte 80 ms",
    "Body 0.3 ms",
  ]);
  const reused = timingPhases({
    timings: { firstByteMs: 40, bodyMs: 1 },
    durationMs: 42,
    responseStatus: 200,
  });
  assert.deepEqual(label(reused), ["First byte 40 ms", "Body 1.0 ms"]);
});

test("the time without an answer is its own phase", () => {
  const phases = timingPhases({
    timings: { dnsMs: 2, connectMs: 10, tlsMs: 20 },
    durationMs: 10_032,
    responseStatus: null,
  });
  assert.deepEqual(label(phases).at(-1), "No answer 10.0 s");
});
