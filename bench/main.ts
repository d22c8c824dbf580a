// npm run -s bench -- api [charges | reads | tls | lists | start]… [--quick]
//
// Measures the whole API, or the named parts of it, and prints each figure as it is found. The whole,
// not --quick, is written down in bench/RESULTS.md.

import { parseArgs } from "node:util";
import { buildScreens } from "#lib/cli/launch/build.ts";
import { measureApi, type Part } from "./api.ts";
import { type Figure, isMet, toLine } from "./figures.ts";
import { findPgbench } from "./limit.ts";
import { measureLists } from "./lists.ts";
import { describeMachine, load1, writeResults } from "./results.ts";
import { setStage } from "./stage.ts";
import { measureStart } from "./start-up.ts";

const PARTS = ["charges", "reads", "tls", "lists", "start"] as const;

function read(args: string[]): { parts: ReadonlySet<string>; quick: boolean; whole: boolean } {
  const options = { quick: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [bench, ...named] = positionals;
  const unknown = named.find((part) => !PARTS.includes(part as Part));
  if (bench !== "api" || unknown) {
    throw new Error(`Say: npm run -s bench -- api [${PARTS.join(" | ")}]… [--quick]`);
  }
  const whole = named.length === 0;
  return { parts: new Set(whole ? PARTS : named), quick: values.quick, whole };
}

const { parts, quick, whole } = read(process.argv.slice(2));
const pace = quick ? { rounds: 1, measureMs: 3_000 } : { rounds: 3, measureMs: 8_000 };
const figures: Figure[] = [];
const say = (figure: Figure) => {
  figures.push(figure);
  process.stdout.write(`${toLine(figure)}\n`);
};

const before = load1();
process.stdout.write(`load average ${before}\n`);
await buildScreens(() => {}, new AbortController().signal);
const stage = await setStage();
let machine: string[] = [];
let plans: string[] = [];
try {
  await measureApi(stage, pace, parts, say);
  if (parts.has("lists")) plans = await measureLists(stage, pace, say);
  machine = await describeMachine(findPgbench());
} finally {
  await stage.close();
}
if (plans.length > 0) process.stdout.write(`${plans.join("\n")}\n`);
if (parts.has("start")) await measureStart(pace, say);
if (whole && !quick) {
  writeResults("api", { machine, loads: [before, load1()], notes: plans }, figures);
}
process.exitCode = figures.some((figure) => isMet(figure) === false) ? 1 : 0;
