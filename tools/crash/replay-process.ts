// A worker of its own process that delivers and advances replays, for tests that kill it:
// `node replay-process.ts LEASE_MS FLOOR_PER_SECOND`. Its leases are short, so that a test need not
// wait for what the dead one held.

import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import { startReplays } from "#lib/worker/replays.ts";

const [leaseMs, floorPerSecond] = process.argv.slice(2).map(Number);
const loops = [
  startDispatch({ leaseMs: leaseMs! }),
  startReplays({ rules: { floorPerSecond: floorPerSecond! } }),
];
process.once("SIGTERM", () => {
  void Promise.all(loops.map((loop) => loop.stop())).then(() => process.exit(0));
});
process.send?.("ready");
