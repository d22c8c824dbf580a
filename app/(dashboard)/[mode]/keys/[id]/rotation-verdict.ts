import { relativeMoment } from "#components/time/format.ts";
import type { Tone } from "#components/ui/status-words.ts";
import { count } from "../key-words.ts";

export type Watched = {
  name: string;
  lastHour: { requests: number };
  use: { lastUsedAt: string | null; lastAddress: string | null };
};

export type Verdict = { tone: Tone; title: string; text: string };

const QUIET_MS = 60 * 60 * 1_000;

/** Whether the first key of a rotation may go, in words: not while anyone still uses it, and not
 *  before the second one has carried traffic. */
export function verdictOn(first: Watched, second: Watched, present: Date): Verdict {
  const { requests } = first.lastHour;
  const last = first.use.lastUsedAt === null ? null : new Date(first.use.lastUsedAt);
  const recent = last !== null && present.getTime() - last.getTime() < QUIET_MS;
  if (requests > 0 || recent) {
    const when = last ? relativeMoment(last, present) : null;
    const from = first.use.lastAddress ? ` from ${first.use.lastAddress}` : "";
    return {
      tone: "warning",
      title: `Not yet: ${first.name} is still in use`,
      text:
        `${count(Math.max(1, requests), "request")} in the last hour` +
        `${when ? `, the last ${when === "now" ? "just now" : when}${from}` : ""}. ` +
        `Put ${second.name} in its place there, then look again.`,
    };
  }
  if (second.use.lastUsedAt === null) {
    return {
      tone: "info",
      title: `Waiting for the first request with ${second.name}`,
      text: `${first.name} made none in the last hour, but nothing shows yet that the new key is in place.`,
    };
  }
  const quiet = last ? `made its last request ${sinceWords(last, present)}` : "was never used";
  return {
    tone: "positive",
    title: `${first.name} is quiet and can be revoked`,
    text: `It ${quiet}, and ${second.name} is in use.`,
  };
}

function sinceWords(last: Date, present: Date): string {
  const relative = relativeMoment(last, present);
  if (relative) return relative;
  const days = Math.floor((present.getTime() - last.getTime()) / (24 * QUIET_MS));
  return `${count(days, "day")} ago`;
}
