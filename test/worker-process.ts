// A worker in a separate process, for tests that kill it: `node worker-process.ts LEASE_MS IDLE_MS`. With short ones
// tests need not wait for the leases of a killed worker, nor long for the lanes of one that hangs.

import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";

const [leaseMs, idleMs] = process.argv.slice(2).map(Number);
const worker = startDispatch({ leaseMs: leaseMs!, idleMs: idleMs! });
process.once("SIGTERM", () => {
  void worker.stop().then(() => process.exit(0));
});
process.send?.("ready");
