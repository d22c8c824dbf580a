import assert from "node:assert/strict";
import { apiApp } from "#lib/api/app.ts";
import { railFor, useRail } from "#lib/rails/index.ts";
import { moveClock } from "#test/moving-clock.ts";
import { type Cast, gatherCast } from "./cast.ts";
import { type Dice, diceOf } from "./dice.ts";
import { forgetWrites, takeWrites, watchWrites } from "./footprint.ts";
import type { Judge } from "./judge.ts";
import { goOn } from "./life.ts";
import { type Answered, checkAnswer, isFile } from "./oracles.ts";
import { type Planned, planRequest } from "./requests.ts";
import { starvedMs } from "./starved.ts";

/** A violated rule and the request that showed it. */
export type Finding = { number: number; request: Planned; status: number; problem: string };

export type Report = {
  requests: number;
  findings: Finding[];
  /** Counts of responses by status and code, and of requests by change. */
  answers: Map<string, number>;
  kinds: Map<string, number>;
  refused: number;
  replays: number;
  slowestMs: number;
};

const LIFE_EVERY = 40;
const REMEMBERED = 300;

type Transport = (planned: Planned) => Promise<Answered>;

/** The whole API in this process, without a socket. */
export const inProcess: Transport = async ({ method, path, headers, body }) => {
  const started = performance.now();
  const starved = starvedMs();
  const init = { method, headers, body: body as BodyInit | null };
  const response = await apiApp.fetch(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    ms: Math.max(0, performance.now() - started - (starvedMs() - starved)),
  };
};

/**
 * Sends requests generated from the contract document, one after the other, and checks every response and every write
 * to the database. The same seed gives the same requests except for ids. Needs a throwaway database. `send` replaces
 * the in-process transport.
 */
export async function runFuzz(params: {
  seed: number;
  requests: number;
  maxFindings: number;
  /** Sends no further requests after this time. */
  limitMs?: number;
  send?: Transport;
  /** Judges each response in addition to our own rules. */
  judge?: Judge;
  onProgress?: (done: number) => void;
  onFinding?: (finding: Finding) => void;
}): Promise<Report> {
  const dice = diceOf(params.seed);
  const cast = await gatherCast();
  const clock = moveClock();
  // Live mode has no acquirer here; the sandbox rail serves it too, so that live mode is tested as thoroughly.
  const putBackRail = useRail("live", railFor("test"));
  await watchWrites();
  const report = emptyReport();
  const fuzzer = {
    dice,
    cast,
    report,
    send: params.send ?? inProcess,
    judge: params.judge,
    earlier: [],
  };
  try {
    const endMs = performance.now() + (params.limitMs ?? Number.POSITIVE_INFINITY);
    for (let number = 0; number < params.requests && performance.now() < endMs; number++) {
      if (number % LIFE_EVERY === 0) {
        await goOn(dice, cast, clock);
        await forgetWrites();
      }
      const found = report.findings.length;
      await sendOne(fuzzer, number);
      for (const finding of report.findings.slice(found)) params.onFinding?.(finding);
      if (report.findings.length >= params.maxFindings) break;
      if (number % 1_000 === 999) params.onProgress?.(number + 1);
    }
  } finally {
    putBackRail();
    clock.putBack();
  }
  return report;
}

const emptyReport = (): Report => ({
  requests: 0,
  findings: [],
  answers: new Map(),
  kinds: new Map(),
  refused: 0,
  replays: 0,
  slowestMs: 0,
});

type Earlier = { planned: Planned; answered: Answered };
type Fuzzer = {
  dice: Dice;
  cast: Cast;
  report: Report;
  send: Transport;
  judge: Judge | undefined;
  /** Answered writes, to be repeated. */
  earlier: Earlier[];
};

async function sendOne(fuzzer: Fuzzer, number: number): Promise<void> {
  const { dice, cast, report, send, earlier } = fuzzer;
  const before = earlier.length > 0 && dice.chance(0.06) ? dice.pick(earlier) : null;
  const planned = before ? { ...before.planned, kind: "repeat" } : planRequest(dice, cast, number);
  const answered = await send(planned);
  const writes = await takeWrites();
  let code: string | null = null;
  try {
    code = checkAnswer(before ? { ...planned, refused: null } : planned, answered);
    if (before) checkRepeat(before, answered);
    const verdict = await fuzzer.judge?.(planned, answered);
    assert.ok(!verdict, `breaks the published document: ${verdict}`);
    const isRefused = answered.status >= 400 && answered.status !== 402;
    if (isRefused) report.refused += 1;
    if (isRefused || planned.method === "GET" || planned.method === "HEAD") {
      const others = writes.filter(({ name }) => !(isFile(answered) && name === "downloads"));
      assert.deepEqual(others, [], "a refused call or a read changed something");
    }
    if (answered.status < 300 && answered.text !== "" && !isFile(answered))
      cast.learn(planned.side, JSON.parse(answered.text));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    report.findings.push({
      number,
      request: planned,
      status: answered.status,
      problem: error.message,
    });
  }
  remember(fuzzer, planned, answered);
  count(report, planned, answered, code);
}

/** A repeat gets the stored response, byte for byte, also after later changes. */
function checkRepeat({ answered: first, planned }: Earlier, again: Answered): void {
  if (again.headers.get("Service-Idempotent-Replay") === "true") {
    assert.equal(again.text, first.text, "a replay has the bytes of the first answer");
    assert.equal(again.status, first.status === 201 ? 200 : first.status);
  } else if (planned.method === "POST" && first.status === 201) {
    assert.fail(`a repeat of a creation answers ${again.status} and is no replay`);
  }
}

function remember({ dice, earlier }: Fuzzer, planned: Planned, answered: Answered): void {
  const hasKey = planned.headers["Idempotency-Key"] !== undefined && planned.kind !== "repeat";
  if (!hasKey || answered.status === 401 || !dice.chance(0.3)) return;
  earlier.push({ planned, answered });
  if (earlier.length > REMEMBERED) earlier.splice(dice.below(REMEMBERED), 1);
}

function count(report: Report, planned: Planned, answered: Answered, code: string | null): void {
  const add = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  report.requests += 1;
  add(report.answers, `${answered.status} ${code ?? ""}`.trim());
  add(report.kinds, planned.kind);
  if (answered.headers.get("Service-Idempotent-Replay") === "true") report.replays += 1;
  report.slowestMs = Math.max(report.slowestMs, answered.ms);
}
