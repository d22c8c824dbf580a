import { minuteIn, relativeMoment } from "#components/time/format.ts";
import type { Tone } from "#components/ui/status-labels.ts";
import { count, spanLabel } from "../key-labels.ts";

export type Watched = {
  name: string;
  lastHour: { requests: number };
  use: { lastUsedAt: string | null; lastAddress: string | null };
  /** The longest time it was unused before it was used again. */
  longestPauseMs: number;
};

export type Verdict = { tone: Tone; title: string; text: string };

const UNUSED_MS = 60 * 60 * 1_000;

/** Whether the first key of a rotation is safe to revoke: not while it is used, not before it was unused for longer
 * than ever before, and not before the second one was used. */
export function verdictOn(
  first: Watched,
  second: Watched,
  { present, zone }: { present: Date; zone: string },
): Verdict {
  const last = first.use.lastUsedAt === null ? null : new Date(first.use.lastUsedAt);
  const unusedMs = last === null ? Number.POSITIVE_INFINITY : present.getTime() - last.getTime();
  if (first.lastHour.requests > 0 || unusedMs < UNUSED_MS) return stillUsed(first, second, present);
  if (second.use.lastUsedAt === null) {
    return {
      tone: "info",
      title: `Waiting for the first request with ${second.name}`,
      text: `${first.name} had none in the last hour, but nothing shows yet that the new key is in use.`,
    };
  }
  if (last === null) {
    return {
      tone: "positive",
      title: `${first.name} can be revoked`,
      text: `It was never used, and ${second.name} is in use.`,
    };
  }
  const from = first.use.lastAddress ? ` by ${first.use.lastAddress}` : "";
  const unused = `unused for ${spanLabel(unusedMs)}; last used${from} on ${minuteIn(last, zone).replace("T", " at ")}`;
  if (unusedMs <= first.longestPauseMs) {
    return {
      tone: "info",
      title: `Wait: ${first.name} was unused for as long before`,
      text:
        `It has been ${unused}. In the last 30 days it was unused for up to ` +
        `${spanLabel(first.longestPauseMs)} and then used again, as by a nightly job.`,
    };
  }
  return {
    tone: "positive",
    title: `${first.name} is safe to revoke`,
    text: `It has been ${unused}. ${second.name} is in use.`,
  };
}

function stillUsed(first: Watched, second: Watched, present: Date): Verdict {
  const last = first.use.lastUsedAt === null ? null : new Date(first.use.lastUsedAt);
  const when = last ? relativeMoment(last, present) : null;
  const from = first.use.lastAddress ? ` from ${first.use.lastAddress}` : "";
  return {
    tone: "warning",
    title: `Not yet: ${first.name} is still in use`,
    text:
      `${count(Math.max(1, first.lastHour.requests), "request")} in the last hour` +
      `${when ? `, the last ${when === "now" ? "just now" : when}${from}` : ""}. ` +
      `Replace it with ${second.name} there, then check again.`,
  };
}
