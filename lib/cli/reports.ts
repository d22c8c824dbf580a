// Rebuilds the sums that reports read from the recorded facts. The service keeps running; readers and payments use
// the old sums until it is finished. Not needed in everyday work; a database restored from a dump triggers it by
// itself.

import { closeDb } from "#db/client.ts";
import { rebuildRollups } from "#lib/domain/analytics/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { answerHelp, onlyArgument, UsageError } from "./usage.ts";

const USAGE = "Usage: npm run -s reports -- rebuild\n";

async function main(command: string): Promise<void> {
  if (command !== "rebuild") throw new UsageError("The command is rebuild.");
  const startedMs = nowMs();
  const facts: Record<string, number> = {};
  await rebuildRollups((rollup, count) => {
    facts[rollup] = count;
  });
  const seconds = ((nowMs() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(
    `${facts.outcomes ?? 0} outcomes and ${facts.costs ?? 0} costs in ${seconds} s\n`,
  );
}

answerHelp(USAGE);
try {
  await main(onlyArgument("the command"));
} finally {
  await closeDb();
}
