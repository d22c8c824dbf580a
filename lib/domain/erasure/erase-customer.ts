import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { OPERATOR, recordChangeIn, sealAudit } from "#lib/domain/audit/index.ts";
import { refuseWhileDisputed } from "#lib/domain/erasure-requests/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { deleteCustomerIn } from "#lib/domain/subscriptions/index.ts";
import type { Erasure } from "./erased-json.ts";
import * as store from "./store.ts";

/** Number of erased rows in each table. */
export type ErasureReport = { table: string; rows: number }[];

/** A shorter word stands in too many texts about others. */
const SHORTEST_WORD = 5;

/**
 * Deletes a customer as `DELETE /v1/customers/{id}` does, and erases who it was: from its rows and those of its payments,
 * methods, mandates, subscriptions, invoices, refunds and disputes, from events, logged requests, kept answers, notes and
 * messages. Amounts, states, ids and times stay, so the books, the ledger, both chains and closed months still agree. Calling it
 * again is harmless. For operators, as the table owner. Throws `resource_missing`, and `state_invalid` while a dispute of it is
 * open, whose evidence is still needed. All or nothing, after the deletion.
 */
export async function eraseCustomer(
  subject: store.Subject,
  { isRequested = false } = {},
): Promise<ErasureReport> {
  const { accountId, mode, customerId } = subject;
  const ctx = await systemContext({ accountId, mode }, OPERATOR);
  await refuseOpenDisputes(subject);
  await transact(async (tx) => {
    await deleteCustomerIn(tx, ctx, customerId);
    // A request is in the audit log already, as that of the person who asked.
    if (isRequested) return;
    await recordChangeIn(tx, ctx, { action: "customer.erased", subject: { id: customerId } });
  });
  notifyDispatcher();
  // An entry that is not sealed yet keeps its values: its hash could not be computed without them.
  await sealAudit();
  return await store.asOwnerIn(async (client) => {
    const ids = await store.idsOf(client, subject);
    const found = await store.wordsOf(client, subject);
    const erasure: Erasure = {
      ids: new Set(ids),
      words: [...new Set(found)].filter((word) => word.length >= SHORTEST_WORD),
    };
    const counts: [string, number][] = [
      ["events", await store.eraseEvents(client, accountId, erasure)],
      ["api_requests", await store.emptyRequests(client, subject, erasure)],
      ["idempotency_keys", await store.eraseAnswers(client, subject, erasure)],
      ...(await store.sweepTexts(client, accountId, erasure)),
      ["download_pieces", await store.deletePreparedFiles(client, subject)],
      ...(await store.emptyRows(client, accountId, ids)),
    ];
    return summed(counts);
  });
}

async function refuseOpenDisputes(subject: store.Subject): Promise<void> {
  const open = await store.asOwnerIn(async (client) =>
    store.openDisputes(client, subject.accountId, await store.idsOf(client, subject)),
  );
  refuseWhileDisputed(open);
}

function summed(counts: readonly [string, number][]): ErasureReport {
  const rows = new Map<string, number>();
  for (const [table, count] of counts) rows.set(table, (rows.get(table) ?? 0) + count);
  return [...rows].map(([table, count]) => ({ table, rows: count }));
}
