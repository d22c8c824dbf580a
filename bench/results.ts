// Writes measurements into bench/RESULTS.md, between the marks of their area.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";
import { getPool } from "#db/client.ts";
import { type Figure, toTable } from "./figures.ts";

const PATH = `${import.meta.dirname}/RESULTS.md`;

/** The load of the machine: other work makes all figures worse and ratios unsteady. */
export const load1 = (): string => loadavg()[0]!.toFixed(2);

type Ticks = { all: number; taken: number };

/** Processor time since the machine started; null if the system does not report it. */
export function processorTicks(): Ticks {
  if (!existsSync("/proc/stat")) return { all: 0, taken: 0 };
  const [, ...ticks] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]!.split(/\s+/);
  const counted = ticks.slice(0, 8).map(Number);
  return { all: counted.reduce((sum, one) => sum + one, 0), taken: counted[7] ?? 0 };
}

/** The processor time that the host gave to other virtual machines since `before`, as text. */
export function takenSince(before: Ticks): string {
  const now = processorTicks();
  const share = (now.taken - before.taken) / Math.max(1, now.all - before.all);
  return `${(share * 100).toFixed(1)} % of processor time was taken by the host during the run`;
}

/** The machine's size and the versions of the software that affects the figures. */
export async function describeMachine(notes: readonly string[]): Promise<string[]> {
  const { rows } = await getPool().query<{ v: string; sync: string; fsync: string }>(
    `select current_setting('server_version') as v, current_setting('synchronous_commit') as sync,
            current_setting('fsync') as fsync`,
  );
  const { v, sync, fsync } = rows[0]!;
  const [cpu] = cpus();
  return [
    `- ${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}`,
    `- Node ${process.versions.node}, PostgreSQL ${v} (fsync ${fsync}, synchronous_commit ${sync})`,
    ...notes.map((note) => `- ${note}`),
    "- load generator, service and PostgreSQL on the same cores",
  ];
}

/** Replaces the section of one area and leaves the rest of the file unchanged. */
export function writeResults(
  part: string,
  about: { machine: string[]; loads: [string, string]; notes: string[] },
  figures: readonly Figure[],
): void {
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const [before, after] = about.loads;
  const section = [
    begin,
    `Measured on ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC by \`npm run -s bench -- ${part}\`; load average before ${before}, after ${after}.`,
    "",
    ...about.machine,
    "",
    toTable(figures),
    "",
    ...about.notes,
    end,
  ].join("\n");
  const text = existsSync(PATH) ? readFileSync(PATH, "utf8") : `${begin}\n${end}\n`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${PATH} has no place for ${part}`);
  writeFileSync(PATH, text.slice(0, from) + section + text.slice(to + end.length));
}
