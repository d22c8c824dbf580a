// npm run -s fuzz -- [--requests 100000] [--seed N]
//
// Requests made from the contract document (valid, nearly valid, hostile) against the whole API, on a
// throwaway database. Says what was answered, and what was found. `npm test` does a few thousand.

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { describeFinding, describeReport } from "#lib/testing/fuzz/report.ts";
import { runFuzz } from "#lib/testing/fuzz/run-fuzz.ts";
import { onThrowawayDatabase } from "#lib/testing/throwaway-database.ts";

const MAX_FINDINGS = 20;

const { values } = parseArgs({
  options: { requests: { type: "string", default: "100000" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
process.stdout.write(`seed ${seed}\n`);

await onThrowawayDatabase(async () => {
  const report = await runFuzz({
    seed,
    requests: Number(values.requests),
    maxFindings: MAX_FINDINGS,
    onFinding: (finding) => process.stdout.write(`\n${describeFinding(finding)}\n`),
    onProgress: (done) => process.stderr.write(`\r${done} requests`),
  });
  process.stderr.write("\r");
  process.stdout.write(`${describeReport(report)}\n`);
  if (report.findings.length > 0) process.exitCode = 1;
});
