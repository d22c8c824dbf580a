import { unsealedAuditSeconds } from "#lib/domain/audit/index.ts";
import { countFindings } from "#lib/domain/books/index.ts";
import { unsealedSeconds } from "#lib/domain/ledger/index.ts";
import {
  countNewDeliveries,
  countRetrying,
  countRunningWorkers,
  MOST_COUNTED,
  oldestArrivalSeconds,
  type QueueDepth,
  queueDepths,
} from "#lib/domain/webhooks/index.ts";
import type { Reading, Sample } from "#lib/kernel/readings.ts";

const COUNTED = `at most ${MOST_COUNTED} are counted`;

/** Two figures of one scrape share a statement. */
const SHARED_MS = 500;
let depths: { at: number; read: Promise<QueueDepth[]> } | undefined;

function readDepths(): Promise<QueueDepth[]> {
  if (!depths || performance.now() - depths.at > SHARED_MS) {
    depths = { at: performance.now(), read: queueDepths() };
  }
  return depths.read;
}

/** A value for endpoints that answer and one for those that fail; 0 where nothing waits. */
async function byEndpoints(of: (depth: QueueDepth) => number): Promise<Sample[]> {
  const found = await readDepths();
  return [false, true].map((failing) => {
    const depth = found.find((each) => each.failing === failing);
    const labels = { endpoints: failing ? "failing" : "answering" };
    return { labels, value: depth ? of(depth) : 0 };
  });
}

/** Figures of the whole installation. Every web process and worker tells them, so that they are known while others are
 * down. Each costs a few rows, however long the history is. */
export const INSTALLATION_READINGS: readonly Reading[] = [
  {
    name: "paydesk_books_wrong_rows",
    help: "Rows of the books that contradicted others when they were last checked.",
    read: countFindings,
  },
  {
    name: "paydesk_ledger_unsealed_seconds",
    help: "Age of the oldest ledger transfer that is not sealed; above 10 no worker seals.",
    read: unsealedSeconds,
  },
  {
    name: "paydesk_audit_unsealed_seconds",
    help: "Age of the oldest audit entry that is not sealed; above 10 no worker seals.",
    read: unsealedAuditSeconds,
  },
  {
    name: "paydesk_workers",
    help: "Workers that share the lanes of new deliveries now.",
    read: countRunningWorkers,
  },
  {
    name: "paydesk_oldest_new_delivery_seconds",
    help: "Age of the oldest delivery before its first attempt; above 10 no worker delivers or keeps up.",
    read: oldestArrivalSeconds,
  },
  {
    name: "paydesk_new_deliveries",
    help: `New deliveries that no worker has finished; ${COUNTED}.`,
    read: countNewDeliveries,
  },
  {
    name: "paydesk_queued_deliveries",
    help: `First attempts that wait in the queue, by the state of their endpoint; ${COUNTED}.`,
    read: () => byEndpoints((depth) => depth.deliveries),
  },
  {
    name: "paydesk_oldest_queued_delivery_seconds",
    help: "How long the first attempt that was due first has waited in the queue, of those that are counted.",
    read: () => byEndpoints((depth) => depth.oldestSeconds),
  },
  {
    name: "paydesk_retrying_deliveries",
    help: `Deliveries that wait for their next attempt; ${COUNTED}.`,
    read: countRetrying,
  },
];
