import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Settings of servers whose logs `countPreparedEvents` reads. */
export const LOG_STATEMENTS = ["log_statement=all", "log_line_prefix=%p "];

const STATEMENT = /^(\d+) LOG: {2}(?:statement|execute [^:]*): (.*)/;
const EVENTS = /INSERT INTO public\.(?:events|new_deliveries)_/i;

/** How many transactions on the workers of a cluster with its logs in `folder` wrote events and were then prepared. Readers could
 *  pass such events before the node has committed them (docs/decisions/0065). */
export function countPreparedEvents(folder: string): number {
  let count = 0;
  for (const path of globSync(join(folder, "worker-*", "postgres-*.log"))) {
    /** Whether the running transaction of each process has written events. */
    const wrote = new Map<string, boolean>();
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const [, pid = "", text = ""] = STATEMENT.exec(line) ?? [];
      if (/^BEGIN/i.test(text)) wrote.set(pid, false);
      else if (EVENTS.test(text)) wrote.set(pid, true);
      else if (/^PREPARE TRANSACTION/i.test(text) && wrote.get(pid)) count++;
    }
  }
  return count;
}
