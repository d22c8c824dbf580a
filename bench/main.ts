import { parseArgs } from "node:util";
import { buildScreens } from "#lib/cli/launch/build.ts";
import { answerHelp, UsageError } from "#lib/cli/usage.ts";
import { measureApi } from "./api.ts";
import { measureDashboard } from "./dashboard.ts";
import { measureDeliveries } from "./deliveries.ts";
import { measureExports } from "./exports.ts";
import { type Figure, figureLine, isMet } from "./figures.ts";
import { measureHostile } from "./hostile.ts";
import { limitOfCharges } from "./limit.ts";
import { measureLists } from "./lists.ts";
import { measureNeighbours } from "./neighbours.ts";
import { measureReports, REPORT_PARTS } from "./reports.ts";
import { describeMachine, load1, processorTicks, takenSince, writeResults } from "./results.ts";
import { measureShadow } from "./shadow.ts";
import { keptStage, setStage } from "./stage.ts";
import { measureStart } from "./start-up.ts";
import { HOOK_PARTS, measureWebhooks } from "./webhooks.ts";

const BENCHES = {
  api: ["charges", "reads", "tls", "log", "lists", "start"],
  webhooks: HOOK_PARTS,
  deliveries: ["console"],
  dashboard: ["weight", "moves", "reads", "scroll", "lighthouse"],
  exports: ["files"],
  reports: REPORT_PARTS,
  versions: ["shadow"],
  hostile: ["scenes"],
  neighbours: ["batch"],
} as const;
type Bench = keyof typeof BENCHES;

const WAYS = Object.entries(BENCHES).map(([name, parts]) => `${name} [${parts.join(" | ")}]…`);
const USAGE = `Usage: npm run -s bench -- AREA [PART]… [--quick] [--keep FOLDER] [--load] [--data DIR] [--only SCENE] [--payments N]

Measures an area or the named parts of it, and prints each figure when it is measured. A whole area, without --quick,
is written to bench/RESULTS.md.

  ${WAYS.join("\n  ")}

  --keep  keeps the database of deliveries or dashboard in FOLDER for the next run; --load only creates it
  --data  measures reports or dashboard with an installation that is not running, created by
          DATA_DIR=DIR npm run -s seed -- --payments 10000000; without it, reports first creates ten million payments
  --only  measures the scenes of hostile, or the screens of dashboard, whose name contains this text (for screens,
          one of several with commas between)
  --payments  measures dashboard with N payments and ten times as many deliveries; only prints`;

answerHelp(USAGE);

interface Wanted {
  bench: Bench;
  parts: ReadonlySet<string>;
  quick: boolean;
  /** The folder that keeps the databases of `deliveries` and `dashboard` for the next run, and whether to only
   *  create them. */
  keep: string | undefined;
  load: boolean;
  whole: boolean;
  data: string | undefined;
  /** Measures only scenes or screens whose name contains this text. */
  only: string | undefined;
  /** Payments of `dashboard`, if not the full number. */
  payments: number | undefined;
}

function read(args: string[]): Wanted {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const options = {
    ...{ quick: flag, load: flag, keep: text, data: text, only: text, payments: text },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [bench = "", ...named] = positionals;
  const parts: readonly string[] | undefined = Object.hasOwn(BENCHES, bench)
    ? BENCHES[bench as Bench]
    : undefined;
  if (!parts) throw new UsageError(bench ? `There is no area "${bench}".` : "Name an area.");
  const unknown = named.find((part) => !parts.includes(part));
  if (unknown !== undefined) throw new UsageError(`${bench} has no part "${unknown}".`);
  const payments = values.payments === undefined ? undefined : Number(values.payments);
  if (payments !== undefined && !(Number.isInteger(payments) && payments > 0))
    throw new UsageError("--payments must be a whole number above 0.");
  const whole = named.length === 0 && values.only === undefined && payments === undefined;
  return {
    bench: bench as Bench,
    parts: new Set(named.length === 0 ? parts : named),
    quick: values.quick,
    keep: values.keep,
    load: values.load,
    whole,
    data: values.data,
    only: values.only,
    payments,
  };
}

const { bench, parts, quick, whole, keep, load, data, only, payments } = read(
  process.argv.slice(2),
);
const pace = quick ? { rounds: 1, measureMs: 3_000 } : { rounds: 3, measureMs: 8_000 };
const figures: Figure[] = [];
const say = (figure: Figure) => {
  figures.push(figure);
  process.stdout.write(`${figureLine(figure)}\n`);
};

const before = load1();
const ticks = processorTicks();
process.stdout.write(`load average ${before}\n`);
if (bench === "api" || (bench === "dashboard" && !load))
  await buildScreens(() => {}, new AbortController().signal);
const stage = data ? await keptStage(data) : await setStage(keep);
let machine: string[] = [];
let plans: string[] = [];
try {
  if (bench === "api") await measureApi(stage, pace, parts, say);
  if (parts.has("lists")) plans = await measureLists(stage, pace, say);
  if (bench === "webhooks") {
    const sizes = quick
      ? { deliveries: 4_000, endpoints: 1_000 }
      : { deliveries: 20_000, endpoints: 10_000 };
    await measureWebhooks(stage, { ...pace, ...sizes }, parts, say);
  }
  if (bench === "deliveries") {
    const sizes = quick ? { few: 10_000, many: 100_000 } : { few: 100_000, many: 10_000_000 };
    plans = await measureDeliveries(stage, { ...pace, ...sizes, onlyLoad: load }, say);
  }
  if (bench === "dashboard") {
    const sizes = payments
      ? { payments, deliveries: 10 * payments }
      : quick
        ? { payments: 20_000, deliveries: 20_000 }
        : { payments: 1_000_000, deliveries: 10_000_000 };
    const paces = quick
      ? { rounds: 1, measureMs: 20_000, visits: 1 }
      : { rounds: 2, measureMs: 40_000, visits: 5 };
    const wanted = { onlyLoad: load, only: only?.split(",") ?? [""] };
    plans = await measureDashboard(stage, { ...sizes, ...paces, ...wanted }, parts, say);
  }
  if (bench === "exports") {
    // With three pairs, one slow pair would be too many.
    const size = quick ? { rounds: 1, rows: 100_000 } : { rounds: 5, rows: 1_000_000 };
    await measureExports(stage, size, say);
  }
  if (bench === "versions") await measureShadow(stage, pace, say);
  if (bench === "hostile") {
    // Medians of five, because a disk stall of 500 ms spoils any single run.
    const paces = quick ? pace : { rounds: 5, measureMs: 6_000 };
    plans = await measureHostile(stage, { ...paces, only: only ?? "" }, say);
  }
  if (bench === "neighbours") {
    const size = quick
      ? { measureMs: 10_000, batches: 1, rows: 2_000 }
      : { measureMs: 60_000, batches: 5, rows: 20_000 };
    plans = await measureNeighbours(stage, size, say);
  }
  if (bench === "reports") {
    const wanted = data ? null : quick ? 100_000 : 10_000_000;
    await measureReports(stage, { ...pace, payments: wanted }, parts, say);
  }
  machine = await describeMachine(bench === "api" ? [limitOfCharges()] : []);
} finally {
  await stage.close();
}
if (plans.length > 0) process.stdout.write(`${plans.join("\n")}\n`);
if (parts.has("start")) await measureStart(pace, say);
const taken = takenSince(ticks);
process.stdout.write(`${taken}\n`);
if (whole && !quick && !load) {
  machine.push(`- ${taken}`);
  writeResults(bench, { machine, loads: [before, load1()], notes: plans }, figures);
}
process.exitCode = figures.some((figure) => isMet(figure) === false) ? 1 : 0;
