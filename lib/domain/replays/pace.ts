import type { LanePhase } from "#lib/kernel/vocabulary/webhooks.ts";

/** The pace of a replay, chosen for a server that has just recovered. */
export type PaceRules = {
  /** Deliveries sent first; all must arrive. */
  canary: number;
  /** The first rate after the canary, and the lowest. */
  floorPerSecond: number;
  ceilingPerSecond: number;
  /** The rate grows by this factor per second until the first failure. */
  growth: number;
  /** The rate grows by this factor per second after a failure. */
  cautiousGrowth: number;
  /** Recent outcomes: about this many attempts. */
  recent: number;
  /** A lane stops at this many recent failures if they are more than `stopAtShare`. */
  stopAtFailures: number;
  /** Share of the recent attempts. */
  stopAtShare: number;
};

export const PACE: PaceRules = {
  canary: 5,
  floorPerSecond: 10,
  ceilingPerSecond: 1_000,
  growth: 2,
  cautiousGrowth: 1.1,
  recent: 50,
  stopAtFailures: 5,
  stopAtShare: 0.2,
};

/** Below an endpoint's 64 deliveries at a time, to leave some for new events. */
const LEAST_WINDOW = 48;

export type Pace = {
  phase: LanePhase;
  perSecond: number;
  tokens: number;
  cautious: boolean;
  canaryOk: number;
  recentOk: number;
  recentFailed: number;
};

/** The outcomes since the pace was last adjusted. */
export type Feedback = {
  ok: number;
  failed: number;
  /** Queued without an attempt. */
  untried: number;
  elapsedMs: number;
};

/** The pace of a lane that starts or restarts. */
export function freshPace(): Omit<Pace, "phase"> & { phase: "canary" } {
  return {
    phase: "canary",
    perSecond: 0,
    tokens: 0,
    cautious: false,
    canaryOk: 0,
    recentOk: 0,
    recentFailed: 0,
  };
}

/**
 * The pace after `feedback`. The lane opens when the whole canary has arrived and stops at the canary's first failure.
 * An open lane doubles its rate every second until a failure, halves it at a failure (not below `floorPerSecond`) and
 * stops at `stopAtFailures` and `stopAtShare`.
 */
export function nextPace(pace: Pace, feedback: Feedback, rules: PaceRules): Pace {
  if (pace.phase === "stopped") return pace;
  if (pace.phase === "canary") return nextOfCanary(pace, feedback, rules);
  const { ok, failed, untried, elapsedMs } = feedback;
  const faded = (1 - 1 / rules.recent) ** (ok + failed);
  const recentOk = pace.recentOk * faded + ok;
  const recentFailed = pace.recentFailed * faded + failed;
  const rises =
    failed > 0 &&
    recentFailed >= rules.stopAtFailures &&
    recentFailed / (recentOk + recentFailed) > rules.stopAtShare;
  if (rises) {
    return { ...pace, phase: "stopped", recentOk, recentFailed, tokens: 0, perSecond: 0 };
  }
  const cautious = pace.cautious || failed > 0;
  const perSecond = nextRate({ ...pace, cautious }, feedback, rules);
  // Unused tokens expire after half a second, so that a pause does not end in a burst.
  const tokens = Math.min(
    pace.tokens + (perSecond * elapsedMs) / 1_000,
    Math.max(1, perSecond / 2),
  );
  return {
    ...pace,
    cautious,
    perSecond,
    recentOk,
    recentFailed,
    tokens: untried >= windowOf(perSecond) ? 0 : tokens,
  };
}

function nextOfCanary(pace: Pace, { ok, failed }: Feedback, rules: PaceRules): Pace {
  const canaryOk = pace.canaryOk + ok;
  if (failed > 0) return { ...pace, phase: "stopped", canaryOk, recentFailed: failed };
  if (canaryOk < rules.canary) return { ...pace, canaryOk };
  const perSecond = rules.floorPerSecond;
  return { ...pace, phase: "open", canaryOk, recentOk: canaryOk, perSecond, tokens: 1 };
}

function nextRate(pace: Pace, { failed, untried, elapsedMs }: Feedback, rules: PaceRules): number {
  if (failed > 0) return Math.max(rules.floorPerSecond, pace.perSecond / 2);
  // The endpoint is slower than the current rate: more deliveries would only wait.
  if (untried >= windowOf(pace.perSecond)) return pace.perSecond;
  const growth = pace.cautious ? rules.cautiousGrowth : rules.growth;
  const grown = pace.perSecond * growth ** (Math.min(elapsedMs, 1_000) / 1_000);
  return Math.min(rules.ceilingPerSecond, grown);
}

/** Deliveries that may wait for their first attempt: those of a quarter of a second. */
function windowOf(perSecond: number): number {
  return Math.max(LEAST_WINDOW, Math.floor(perSecond / 4));
}

/** Deliveries that may be queued now; `sent` are queued and not finished, `untried` of them without an attempt. */
export function allowance(
  pace: Pace,
  { sent, untried }: { sent: number; untried: number },
  rules: PaceRules,
): number {
  if (pace.phase === "stopped") return 0;
  if (pace.phase === "canary") return Math.max(0, rules.canary - pace.canaryOk - sent);
  return Math.max(0, Math.min(Math.floor(pace.tokens), windowOf(pace.perSecond) - untried));
}

const CONCURRENT = 64;

/** Estimated duration for `count` deliveries to an endpoint that answers in `medianMs`, without failures. */
export function estimateSeconds(count: number, medianMs: number, rules: PaceRules): number {
  if (count <= 0) return 0;
  const most = Math.max(
    rules.floorPerSecond,
    Math.min(rules.ceilingPerSecond, (CONCURRENT * 1_000) / Math.max(1, medianMs)),
  );
  const canarySeconds = (2 * medianMs) / 1_000;
  let left = count - rules.canary;
  let seconds = 0;
  let perSecond = rules.floorPerSecond;
  while (left > 0 && perSecond < most) {
    left -= perSecond;
    seconds++;
    perSecond = Math.min(most, perSecond * rules.growth);
  }
  return Math.ceil(canarySeconds + seconds + Math.max(0, left) / most);
}
