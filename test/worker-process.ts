// A worker in a separate process, for tests that kill it: `node worker-process.ts LEASE_MS`. Its leases are
// short, so that tests need not wait for those of a killed worker, nor long for the lanes of one that hangs.

import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";

const worker = startDispatch({ leaseMs: Number(process.argv[2]), idleMs: 8_000 });
process.once("SIGTERM", () => {
  void worker.stop().then(() => process.exit(0));
});
process.send?.("ready");
