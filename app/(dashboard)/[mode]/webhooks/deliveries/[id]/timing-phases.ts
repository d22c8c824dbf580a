import { durationText } from "#components/time/format.ts";
import type { AttemptView } from "#lib/dashboard/views/webhooks.ts";

export type PhaseId = "dns" | "connect" | "tls" | "wait" | "body" | "lost";
export type Phase = { id: PhaseId; label: string; ms: number; text: string };

/** A smaller gap between the sum of phases and the total is our own work, not a phase. */
const OWN_WORK_MS = 25;

/** Measured phases of an attempt in order. Without an answer, the time after the last measured phase is its own phase. */
export function timingPhases(
  attempt: Pick<AttemptView, "timings" | "durationMs" | "responseStatus">,
): Phase[] {
  const { dnsMs, connectMs, tlsMs, firstByteMs, bodyMs } = attempt.timings;
  const measured: Array<[PhaseId, string, number | undefined]> = [
    ["dns", "DNS", dnsMs],
    ["connect", "Connect", connectMs],
    ["tls", "TLS", tlsMs],
    ["wait", "First byte", firstByteMs],
    ["body", "Body", bodyMs],
  ];
  const phases = measured.flatMap(([id, label, ms]) =>
    ms === undefined ? [] : [{ id, label, ms, text: milliseconds(ms) }],
  );
  const rest = attempt.durationMs - phases.reduce((sum, phase) => sum + phase.ms, 0);
  if (attempt.responseStatus === null && rest > OWN_WORK_MS) {
    phases.push({ id: "lost", label: "No answer", ms: rest, text: milliseconds(rest) });
  }
  return phases;
}

/** Below 10 ms, show tenths. */
function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : durationText(ms);
}
