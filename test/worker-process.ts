// A worker of its own process, for tests that kill it: `node worker-process.ts LEASE_MS`. Its leases
// are short, so that a test need not wait for what the dead one held.

import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";

const worker = startDispatch({ leaseMs: Number(process.argv[2]) });
process.once("SIGTERM", () => {
  void worker.stop().then(() => process.exit(0));
});
process.send?.("ready");
