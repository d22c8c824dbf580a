// A worker that dies, as by `kill -9`, right after a step: `node hooks-process.ts LEASE_MS JOURNAL STEP N`
// dies when it has done STEP N times. It writes down what it claims and that it dies.

import { subscribe } from "node:diagnostics_channel";
import {
  leaseDueDeliveries,
  prepareDeliveries,
  recordAttempts,
  sendDelivery,
  type TakenDelivery,
} from "#lib/domain/webhooks/index.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import { type Step, writeJournal } from "./hooks-journal.ts";

const [leaseMs = "", journal = "", deadly = "", count = ""] = process.argv.slice(2);
const worker = process.pid;
let left = Number(count);

function did(step: Step, times = 1): void {
  if (step !== deadly || times === 0) return;
  left -= times;
  if (left > 0) return;
  writeJournal(journal, [{ what: "killed", worker, step }]);
  process.kill(worker, "SIGKILL");
}

function claimed(rows: readonly TakenDelivery[]): number {
  const lines = rows.map(({ id, endpointId, attemptCount }) => ({
    ...({ what: "claimed", worker } as const),
    ...{ delivery: id, endpoint: endpointId, number: attemptCount + 1 },
  }));
  writeJournal(journal, lines);
  return rows.length;
}

// The last byte of the request was handed to the operating system; there is no response yet.
subscribe("undici:client:sendHeaders", () => setImmediate(() => did("sent")));

const dispatch = startDispatch({
  leaseMs: Number(leaseMs),
  // Deliveries that killed workers hold until their leases end must not use up an endpoint's in-flight limit.
  limits: { inFlight: 48, batch: 48, perEndpoint: 512 },
  steps: {
    lease: async (args) => {
      writeJournal(journal, [{ what: "claiming", worker }]);
      const leased = await leaseDueDeliveries(args);
      writeJournal(journal, [{ what: "answered", worker }]);
      did("claimed", claimed(leased.rows));
      return leased;
    },
    prepare: async (taken, render) => {
      // New deliveries are not leased: the worker has them when it prepares them.
      if (taken.leaseId === null) did("claimed", claimed(taken.rows));
      return await prepareDeliveries(taken, render);
    },
    send: async (delivery, post) => {
      const record = await sendDelivery(delivery, post);
      did("answered");
      return record;
    },
    record: async (records) => {
      const written = await recordAttempts(records);
      did("recorded", written);
      return written;
    },
  },
});
process.once("SIGTERM", () => {
  void dispatch.stop().then(() => process.exit(0));
});
process.send?.("ready");
