// npm run -s reports -- rebuild
//
// Makes the sums that reports read anew from what was recorded, beside the running service: readers and
// payments go on as before until it is done. Needed after nothing in everyday work; a database that was
// restored from a dump asks for it by itself.

import { closeDb } from "#db/client.ts";
import { rebuildRollups } from "#lib/domain/analytics/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";

async function main([command, ...rest]: string[]): Promise<number> {
  if (command !== "rebuild" || rest.length > 0) {
    process.stderr.write("Usage: npm run -s reports -- rebuild\n");
    return 2;
  }
  const startedMs = nowMs();
  const facts: Record<string, number> = {};
  await rebuildRollups((rollup, count) => {
    facts[rollup] = count;
  });
  const seconds = ((nowMs() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(
    `${facts.outcomes ?? 0} outcomes and ${facts.costs ?? 0} costs in ${seconds} s\n`,
  );
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} finally {
  await closeDb();
}
