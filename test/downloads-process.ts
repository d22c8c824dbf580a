// A worker in a separate process that makes prepared downloads, for tests that kill it: `node
// downloads-process.ts LEASE_MS`.

import { startDownloads } from "#lib/worker/downloads.ts";

startDownloads({ leaseMs: Number(process.argv[2]) });
process.send?.("ready");
