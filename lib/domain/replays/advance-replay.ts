import { type Tx, transact } from "#db/transact.ts";
import { HISTORY_DAYS, notifyQueue } from "#lib/domain/events/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { DAY_MS, dateFromMs, now, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import * as store from "./advance-store.ts";
import { oldestKeptMs } from "./advance-store.ts";
import {
  claim,
  type EndpointState,
  endpointStates,
  type Job,
  type JobKey,
  type LaneRow,
  lanesOf,
  listDue,
  planForFewRows,
  saveLanes,
} from "./job-store.ts";
import { allowance, freshPace, nextPace, type PaceRules } from "./pace.ts";
import { countForPlans, freezeSome } from "./selection-store.ts";
import * as replays from "./store.ts";

/** Deliveries added to the set per transaction; a crash repeats at most this many. */
const FREEZE_AT_ONCE = 5_000;
/** Minimum time between two steps of a replay that is sending. */
const TICK_MS = 50;
/** Time between two steps of a replay that only waits for queued deliveries. */
const WATCH_MS = SECOND_MS;
/** Deliveries created per round, over all endpoints of a replay. */
const MOST_AT_ONCE = 1_000;

/** Replays of one account per round; the next round is 100 ms later. */
const PER_ACCOUNT = 4;

/** At most `most` due replays; accounts take turns. */
export async function listDueReplays(most: number): Promise<JobKey[]> {
  return await listDue(now(), { perAccount: PER_ACCOUNT, most });
}

/**
 * Runs one step of a replay: adds more deliveries to its set or, once the set is complete, records outcomes, adjusts
 * each endpoint's pace and creates the next deliveries. One transaction locks the replay: a crash undoes the step, and
 * two workers never advance the same replay. Does nothing when the replay is locked or not due.
 */
export async function advanceReplay(key: JobKey, rules: PaceRules): Promise<void> {
  let looked = false;
  const sent = await transact(async (tx) => {
    const job = await claim(tx, key, now());
    if (!job) return 0;
    looked = true;
    if (job.status === "queued") await freeze(tx, job);
    else return await advance(tx, job, rules);
    return 0;
  });
  if (looked) announceLive(key.accountId, "replay");
  if (sent > 0) notifyQueue();
}

async function freeze(tx: Tx, job: Job): Promise<void> {
  const moment = now();
  const through = await freezeSome(tx, job, FREEZE_AT_ONCE);
  if (!through) await countForPlans(tx, job);
  await replays.update(
    tx,
    job,
    through
      ? { frozenThrough: through, dueAt: moment }
      : { frozen: true, status: "running", startedAt: moment, dueAt: moment },
  );
}

async function advance(tx: Tx, job: Job, rules: PaceRules): Promise<number> {
  if (job.createdAt.getTime() <= oldestKeptMs()) return await expire(tx, job);
  const moment = now();
  if (!job.frozen) return await waitForResume(tx, job);
  await planForFewRows(tx);
  const settled = await store.settle(tx, job, moment);
  const onTheWay = await store.onTheWay(tx, job);
  const before = await lanesOf(tx, job);
  const states = await endpointStates(tx, job);
  const lanes: LaneRow[] = [];
  for (const lane of before) {
    const state = states.get(lane.endpointId) ?? { url: "", status: "deleted" as const };
    const next = nextLane(lane, {
      settled: settled.get(lane.endpointId),
      untried: onTheWay.get(lane.endpointId)?.untried ?? 0,
      state,
      moment,
      rules,
      paces: job.status === "running",
    });
    if (state.status === "deleted" && waitingOf(next) > 0) {
      const skipped = await store.skipUnfinished(tx, job, "endpoint_deleted", moment, {
        endpointId: next.endpointId,
      });
      next.skipped += skipped.get(next.endpointId) ?? 0;
    }
    lanes.push(next);
  }
  const sent = job.status === "running" ? await releaseNext(tx, job, lanes, onTheWay, rules) : 0;
  await saveLanes(tx, lanes);
  await replays.update(tx, job, nextStateOf(job, lanes, onTheWay, moment));
  return sent;
}

const waitingOf = (lane: LaneRow) =>
  lane.total - lane.sent - lane.delivered - lane.failed - lane.skipped;

type LaneUpdate = {
  settled: store.Settled | undefined;
  untried: number;
  state: EndpointState;
  moment: Date;
  rules: PaceRules;
  /** Only a running replay has a pace. */
  paces: boolean;
};

/** The lane after the outcomes since the last step. */
function nextLane(lane: LaneRow, update: LaneUpdate): LaneRow {
  const { settled, untried, state, moment, rules, paces } = update;
  const over = settled ? settled.delivered + settled.failed + settled.skipped : 0;
  const counted = {
    ...lane,
    sent: lane.sent - over,
    delivered: lane.delivered + (settled?.delivered ?? 0),
    failed: lane.failed + (settled?.failed ?? 0),
    skipped: lane.skipped + (settled?.skipped ?? 0),
    pacedAt: moment,
  };
  if (!paces || lane.phase === "stopped") return counted;
  if (state.status === "disabled") {
    return { ...counted, ...freshPace(), phase: "stopped", reason: disabledReason(state.url) };
  }
  const pace = nextPace(
    counted,
    {
      ok: settled?.delivered ?? 0,
      failed: settled?.failures ?? 0,
      untried,
      elapsedMs: Math.max(0, moment.getTime() - (lane.pacedAt ?? moment).getTime()),
    },
    rules,
  );
  const reason = pace.phase === "stopped" ? stopReason(lane, settled, state.url, rules) : null;
  return { ...counted, ...pace, reason };
}

/** Skipped items cost no request, so a step can do several rounds. */
const MOST_ROUNDS = 10;

/** Creates the next deliveries of all lanes and updates the lanes; returns the number created. */
async function releaseNext(
  tx: Tx,
  job: Job,
  lanes: LaneRow[],
  onTheWay: ReadonlyMap<string, store.OnTheWay>,
  rules: PaceRules,
): Promise<number> {
  const untried = new Map([...onTheWay].map(([id, each]) => [id, each.untried]));
  let made = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const allowed = allowedNow(lanes, untried, rules);
    const most = allowed.reduce((total, { count }) => total + count, 0);
    if (most === 0) break;
    const ids = Array.from({ length: most }, () => newId("dlv"));
    let skippedNow = 0;
    for (const { endpointId, sent, skipped } of await store.release(tx, job, allowed, ids, now())) {
      const lane = lanes.find((each) => each.endpointId === endpointId)!;
      lane.sent += sent;
      lane.skipped += skipped;
      if (lane.phase === "open") lane.tokens -= sent;
      untried.set(endpointId, (untried.get(endpointId) ?? 0) + sent);
      made += sent;
      skippedNow += skipped;
    }
    if (skippedNow === 0) break;
  }
  return made;
}

function allowedNow(
  lanes: readonly LaneRow[],
  untried: ReadonlyMap<string, number>,
  rules: PaceRules,
): Array<{ endpointId: string; count: number }> {
  let room = MOST_AT_ONCE;
  return lanes.flatMap((lane) => {
    const open = { sent: lane.sent, untried: untried.get(lane.endpointId) ?? 0 };
    const count = Math.min(allowance(lane, open, rules), waitingOf(lane), room);
    if (count <= 0) return [];
    room -= count;
    return [{ endpointId: lane.endpointId, count }];
  });
}

/** The replay's status after a step, and when the next step is due. */
function nextStateOf(
  job: Job,
  lanes: readonly LaneRow[],
  onTheWay: ReadonlyMap<string, store.OnTheWay>,
  moment: Date,
): Parameters<typeof replays.update>[2] {
  const sent = lanes.reduce((total, lane) => total + lane.sent, 0);
  const waiting = lanes.filter((lane) => waitingOf(lane) > 0);
  if (sent === 0 && waiting.length === 0) {
    if (job.status === "canceled") return { dueAt: null };
    return { status: "completed", reason: null, finishedAt: moment, dueAt: null };
  }
  const soon = { dueAt: dateFromMs(nowMs() + TICK_MS) };
  const later = { dueAt: dateFromMs(nowMs() + WATCH_MS) };
  if (job.status !== "running") return sent > 0 ? later : dueAtExpiry(job);
  const held = [...onTheWay.values()].reduce((total, each) => total + each.held, 0);
  const moving = waiting.some((lane) => lane.phase !== "stopped");
  const stuck = waiting.length > 0 ? !moving : sent > 0 && sent === held;
  if (stuck) {
    const reasons = lanes.filter((lane) => lane.phase === "stopped").map((lane) => lane.reason);
    return {
      status: "paused",
      reason: reasons.join(" ") || ALL_HELD,
      ...(sent > 0 ? later : dueAtExpiry(job)),
    };
  }
  return moving || onTheWay.values().some((each) => each.untried > 0) ? soon : later;
}

/** The endpoint was disabled and enabled again between two steps. */
const ALL_HELD =
  "What is left is held, because its endpoint was disabled meanwhile. Resume to send it.";

/** The replay waits until it is resumed or its 30 days end. */
const dueAtExpiry = (job: Job) => ({
  dueAt: dateFromMs(job.createdAt.getTime() + HISTORY_DAYS * DAY_MS),
});

async function waitForResume(tx: Tx, job: Job): Promise<number> {
  await replays.update(tx, job, dueAtExpiry(job));
  return 0;
}

/** Cancels a replay whose items are about to be deleted with their partition. */
async function expire(tx: Tx, job: Job): Promise<number> {
  await store.skipUnfinished(tx, job, "expired", now(), { sentToo: true });
  await replays.update(tx, job, {
    status: "canceled",
    reason: "Its 30 days have ended.",
    finishedAt: now(),
    dueAt: null,
  });
  return 0;
}

const hostOf = (url: string) => URL.parse(url)?.host ?? "The endpoint";

function disabledReason(url: string): string {
  return `${hostOf(url)} is disabled. Enable it, then resume.`;
}

/** Why a lane stopped, for the person who fixes the endpoint. */
function stopReason(
  lane: LaneRow,
  settled: store.Settled | undefined,
  url: string,
  rules: PaceRules,
): string {
  const { failures = 0, cause = null, responseStatus = null } = settled ?? {};
  const because = responseStatus ? `HTTP ${responseStatus}` : (cause ?? "").replaceAll("_", " ");
  const what =
    lane.phase === "canary"
      ? `${failures} of the first ${Math.min(rules.canary, lane.total)} to ${hostOf(url)} failed`
      : `Failures at ${hostOf(url)} were rising`;
  return `${what} (${because}). Nothing more is sent to this endpoint until you resume.`;
}
