// `npm test` does a short run.

import { parseArgs } from "node:util";
import { answerHelp, wholeNumberOf } from "#lib/cli/usage.ts";
import { onThrowawayDatabase } from "#test/throwaway-database.ts";
import { runKilledReplay } from "#tools/crash/killed-replay.ts";

answerHelp(`Usage: npm run -s replay-crash -- [--count 100000] [--kills 10]

Replays failed deliveries to a local server while the only worker is repeatedly killed (\`kill -9\`), and counts the
arrivals afterwards.`);

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    kills: { type: "string", default: "10" },
  },
});

const count = wholeNumberOf(values.count, "count");
const kills = wholeNumberOf(values.kills, "kills");
const run = await onThrowawayDatabase(() =>
  runKilledReplay({ count, kills, leaseMs: 5_000, floorPerSecond: 10 }),
);
const { total, delivered, failed, skipped, status } = run.replay;
const requests = [...run.arrived.values()].reduce((sum, times) => sum + times, 0);
const missing = run.events.filter((event) => !run.arrived.has(event)).length;
const problems = [
  ...(total === count ? [] : [`the set has ${total}, not ${count}`]),
  ...(total === delivered + failed + skipped ? [] : ["the counts do not reconcile"]),
  ...(delivered === count ? [] : [`${delivered} were delivered`]),
  ...(missing === 0 ? [] : [`${missing} events never came`]),
  ...(run.madeTwice === 0 ? [] : [`${run.madeTwice} deliveries have two replays`]),
  ...(run.claims === 0 ? [] : [`${run.claims} claims are left`]),
];
console.table({
  status,
  total,
  delivered,
  failed,
  skipped,
  kills: run.kills,
  "events that came": run.arrived.size,
  "requests repeated after a kill": requests - run.arrived.size,
  "deliveries with two replays": run.madeTwice,
  seconds: Math.round(run.seconds),
  "per second": Math.round(count / run.seconds),
});
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
