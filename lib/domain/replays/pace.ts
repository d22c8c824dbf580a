import type { LanePhase } from "./types.ts";

/** How a replay treats a server that has just recovered. */
export type PaceRules = {
  /** So many go first, and all must arrive. */
  canary: number;
  /** Where it starts, and what a healthy endpoint gets at least. */
  floorPerSecond: number;
  ceilingPerSecond: number;
  /** It grows by this factor per second while all goes well … */
  growth: number;
  /** … and by this one after something has failed. */
  cautiousGrowth: number;
  /** Failures count among about so many attempts. */
  recent: number;
  /** It stops itself at so many recent failures … */
  stopAtFailures: number;
  /** … that are more than this share of what was tried. */
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

/** An endpoint takes 64 at a time: some of them are left to what happens meanwhile. */
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

/** What was learned since the pace was set last. */
export type Feedback = {
  ok: number;
  failed: number;
  /** Handed to the queue and not tried yet. */
  untried: number;
  elapsedMs: number;
};

/** A lane that begins, or begins again. */
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
 * The pace after `feedback`. The canary opens the lane when all of it has arrived and stops it at its
 * first failure. An open lane doubles its rate every second while nothing fails, halves it when
 * something does (never below the floor) and stops when failures rise.
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
  // What could not be sent in half a second is not made up for later: a pause must not end in a burst.
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
  // It takes them more slowly than they come: more of them would only wait.
  if (untried >= windowOf(pace.perSecond)) return pace.perSecond;
  const growth = pace.cautious ? rules.cautiousGrowth : rules.growth;
  const grown = pace.perSecond * growth ** (Math.min(elapsedMs, 1_000) / 1_000);
  return Math.min(rules.ceilingPerSecond, grown);
}

/** How many may wait for their first attempt: a quarter of a second's worth. */
function windowOf(perSecond: number): number {
  return Math.max(LEAST_WINDOW, Math.floor(perSecond / 4));
}

/** How many may be handed to the queue now; `open` are there and not over, `untried` of them new. */
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

/** About how long `count` take at an endpoint that answers in `medianMs`, if all goes well. */
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
