import { defineCounter, defineTiming } from "#lib/kernel/figures.ts";
import { inSpan } from "#lib/kernel/tracing.ts";

/** `grouped`: a call whose statement other calls may share. `transaction`: `transact`. `indexed`: several prepared statements. */
type Kind = "grouped" | "transaction" | "indexed";

const committed = defineTiming<"kind">(
  "paydesk_database_commit_seconds",
  "Time from the beginning of a transaction of this process to its commit; a call that shares one waits for its turn in it.",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
);

const failed = defineCounter<"kind">(
  "paydesk_database_rollbacks_total",
  "Transactions of this process that did not commit: refused by us or by the database.",
  [{ kind: "grouped" }, { kind: "transaction" }, { kind: "indexed" }],
);

const spanOf = (kind: Kind) =>
  ({
    kind: "client",
    attributes: { "db.system.name": "postgresql", "paydesk.commit.kind": kind },
  }) as const;
const SPANS = {
  grouped: spanOf("grouped"),
  transaction: spanOf("transaction"),
  indexed: spanOf("indexed"),
};

/** Runs a transaction; tells operators how long it took, and shows it in the trace of the call. */
export async function timeCommit<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await inSpan("database commit", SPANS[kind], work);
    committed.observe({ kind }, (performance.now() - startedAt) / 1_000);
    return result;
  } catch (error) {
    failed.add({ kind });
    throw error;
  }
}
