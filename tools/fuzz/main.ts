// `npm test` sends a few thousand requests.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { answerHelp, numberOf, wholeNumberOf } from "#lib/cli/usage.ts";
import { stopWatching } from "#lib/domain/live/index.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";
import { runCards } from "#tools/cards/run-cards.ts";
import { makeJudge } from "#tools/fuzz/judge.ts";
import { describeFinding, describeReport } from "#tools/fuzz/report.ts";
import { runFuzz } from "#tools/fuzz/run-fuzz.ts";

answerHelp(`Usage: npm run -s fuzz -- [--requests 100000 [--minutes N] [--judge] | --cards N] [--seed N]

Sends requests generated from the OpenAPI document (valid, nearly valid, hostile) to the whole API on a throwaway
database, and prints the responses by status and the findings.

  --minutes  ends the run after this time
  --judge    also validates each response against the published document of its version with openapi-response-validator
  --cards    plants at least this many card numbers instead and searches for them everywhere`);

const MAX_FINDINGS = 20;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    cards: { type: "string" },
    seed: { type: "string" },
    minutes: { type: "string" },
    judge: { type: "boolean", default: false },
  },
});
const seed = wholeNumberOf(values.seed ?? String(randomInt(2 ** 31)), "seed");
const requests = wholeNumberOf(values.requests, "requests");
const plantings = values.cards === undefined ? null : wholeNumberOf(values.cards, "cards");
const minutes = values.minutes === undefined ? null : numberOf(values.minutes, "minutes");
process.stdout.write(`seed ${seed}\n`);

await onThrowawayDatabase(plantings === null ? fuzz : () => plantCards(plantings));

async function plantCards(plantings: number): Promise<void> {
  const { findings, tables, ...counts } = await runCards({ seed, plantings });
  await stopWatching();
  process.stdout.write(`${JSON.stringify({ ...counts, tables: tables.size })}\n`);
  for (const finding of findings) process.stdout.write(`\n${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}

async function fuzz(): Promise<void> {
  const report = await runFuzz({
    seed,
    requests,
    maxFindings: MAX_FINDINGS,
    ...(minutes === null ? {} : { limitMs: minutes * MINUTE_MS }),
    ...(values.judge ? { judge: makeJudge() } : {}),
    onFinding: (finding) => process.stdout.write(`\n${describeFinding(finding)}\n`),
    onProgress: (done) => process.stderr.write(`\r${done} requests`),
  });
  process.stderr.write("\r");
  process.stdout.write(`${describeReport(report)}\n`);
  if (report.findings.length > 0) process.exitCode = 1;
}
