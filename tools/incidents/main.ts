import { parseArgs } from "node:util";
import { answerHelp, numberOf, wholeNumberOf } from "#lib/cli/usage.ts";
import { percentile, type Simulated, simulate, type Trial } from "./simulate.ts";

answerHelp(`Usage: npm run -s incidents -- [--seeds 20] [--first 1] [--days 365] [--trials 30] [--flows 20,10,5,2,1] [--scale 1]

Simulates accounts and measures the detection of incidents: false alarms, and the minutes until an outage is found.

  --seeds   accounts to simulate
  --first   the seed of the first account
  --days    days of each account, after eight weeks of history
  --trials  outages of each kind and flow per account, at random moments
  --flows   payments an hour of the issuers with an outage
  --scale   the account's size; 1 is 112 payments in an average hour`);

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "20" },
    first: { type: "string", default: "1" },
    days: { type: "string", default: "365" },
    trials: { type: "string", default: "30" },
    flows: { type: "string", default: "20,10,5,2,1" },
    scale: { type: "string", default: "1" },
  },
});

const runs: Simulated[] = [];
const first = wholeNumberOf(values.first, "first");
const seeds = wholeNumberOf(values.seeds, "seeds");
const how = {
  days: wholeNumberOf(values.days, "days"),
  trials: wholeNumberOf(values.trials, "trials"),
  flows: values.flows.split(",").map((flow) => numberOf(flow, "flows")),
  scale: numberOf(values.scale, "scale"),
};
for (let seed = first; seed < first + seeds; seed++) {
  const run = simulate({ seed, ...how });
  console.log(
    `seed ${seed}: ${run.falseAlarms.length} false alarms in ${run.months.toFixed(1)} months`,
  );
  runs.push(run);
}
report(runs);

function report(runs: readonly Simulated[]): void {
  const months = runs.reduce((sum, run) => sum + run.months, 0);
  const alarms = runs.flatMap((run) => run.falseAlarms);
  const rates = runs.map((run) => run.falseAlarms.length / run.months);
  console.log(
    `false alarms per account and month: ${(alarms.length / months).toFixed(3)}, most of one seed ${Math.max(...rates).toFixed(3)}`,
  );
  const by = Map.groupBy(
    alarms,
    ({ dimension, code }) => `${dimension}${code ? ", one code" : ""}`,
  );
  for (const [what, some] of by) console.log(`  ${what}: ${some.length}`);
  const kinds = Map.groupBy(
    runs.flatMap((run) => run.trials),
    ({ perHour, what }: Trial) => `${perHour}/h, ${what}`,
  );
  console.log("minutes until an outage is found: median, 95th percentile, trials");
  for (const [kind, trials] of kinds) {
    const found = trials.map(({ minutes }) => minutes);
    const text = (share: number) => percentile(found, share)?.toFixed(1) ?? "not in 24 h";
    console.log(`  ${kind}: ${text(0.5)}, ${text(0.95)}, ${trials.length}`);
  }
}
