import { countFindings } from "#lib/domain/books/index.ts";
import { unsealedSeconds } from "#lib/domain/ledger/index.ts";
import { oldestArrivalSeconds } from "#lib/domain/webhooks/index.ts";
import type { Reading } from "#lib/kernel/readings.ts";

/** Figures of the whole installation. Every web process and worker tells them, so that they are known while others are down. */
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
    name: "paydesk_oldest_new_delivery_seconds",
    help: "Age of the oldest delivery before its first attempt; above 10 no worker delivers or keeps up.",
    read: oldestArrivalSeconds,
  },
];
