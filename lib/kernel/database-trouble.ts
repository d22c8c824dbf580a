import { nowMs, SECOND_MS } from "./clock.ts";
import { defineCounter } from "./figures.ts";
import { publishReadings } from "./readings.ts";

const READ_ONLY = "the database is read-only";

/** SQLSTATEs of a server that cannot serve now, though it may soon: classes, or whole codes (PostgreSQL, Appendix A). */
const REASONS: ReadonlyArray<readonly [code: RegExp, why: string]> = [
  [/^25006$/, READ_ONLY],
  [/^53100$/, "the database's disk is full"],
  [/^53200$/, "the database is out of memory"],
  [/^53300$/, "the database accepts no more connections"],
  [/^53/, "the database lacks resources"],
  [/^58/, "the database's system reports an error"],
  [/^57P0[1-5]$/, "the database is restarting"],
  [/^57014$/, "the database takes too long"],
  [/^55P03$/, "the database waits for a lock"],
  // Citus: rows of another part of the statement were removed when a shard moved, or when a node was lost.
  [/^CIINF$/, "the database moves accounts"],
  [/^08/, "the connection to the database failed"],
];

/** Errors of the connection, which have a code of the system or only the driver's text. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const DRIVER_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

const NO_ANSWER = "the database does not answer";

/** Citus messages about a lost node. Their code is often that of an internal error, because a broken connection has none. */
const NODE_TEXT =
  /^(connection to the remote node|could not (establish any connections to the node|connect to any active placements)|could not commit transaction for shard|failure on connection marked as essential|server closed the connection unexpectedly|could not (receive|send) data (from|to) server|connection not open|no connection to the server)/;
const NODE_LOST = "a node of the database does not answer";

/** Why the database could not serve a statement that may succeed later, for operators; null for any other error. */
export function whyUnavailable(error: unknown): string | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = "code" in each && typeof each.code === "string" ? each.code : "";
    if (NODE_TEXT.test(each.message)) return NODE_LOST;
    const known = REASONS.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
    if (NO_CONNECTION.test(code) || DRIVER_TEXT.test(each.message)) {
      return NO_ANSWER;
    }
  }
  return null;
}

/** Whether a statement failed because a node of a cluster does not answer. */
export const isNodeLost = (error: unknown): boolean => whyUnavailable(error) === NODE_LOST;

/** Refusals of a server that answers reads and refuses writes. */
const ONLY_WRITES = new RegExp(`^${READ_ONLY}$|disk is full$|system reports an error$`);
/** A process is not ready for so long after a refused write; then the next write shows whether it is again. */
const REMEMBERED_MS = 10 * SECOND_MS;

let refused: { why: string; atMs: number } | null = null;

/** Seconds that a caller waits before the next try while the database cannot serve. */
export const RETRY_AFTER_S = 2;

const unavailable = defineCounter<"reason">(
  "paydesk_database_unavailable_total",
  "Calls that this process answered with 503 because the database could not serve, by reason.",
  [...REASONS.map(([, reason]) => ({ reason })), { reason: NO_ANSWER }, { reason: NODE_LOST }],
);

publishReadings({
  name: "paydesk_database_writes_refused",
  help: "1 if the database refused a write of this process within the last 10 s (a full disk, a standby), else 0.",
  read: () => (lastRefusal() === null ? 0 : 1),
});

/** As `whyUnavailable`, for the error of a call. Remembers that the database refused a write, for `whyWritesFail`. */
export function noticeUnavailable(error: unknown): string | null {
  const why = whyUnavailable(error);
  if (why !== null) unavailable.add({ reason: why });
  if (why !== null && ONLY_WRITES.test(why)) refused = { why, atMs: nowMs() };
  return why;
}

/** Why the database refused a write within the last 10 s; null if it did not. */
function lastRefusal(): string | null {
  return refused && nowMs() - refused.atMs < REMEMBERED_MS ? refused.why : null;
}

/** Why writes failed within the last 10 s, if asking the database does not reveal it; else null. Whether it is read-only can be
 * asked: a process is ready as soon as another server is promoted. */
export function whyWritesFail(): string | null {
  const why = lastRefusal();
  return why === READ_ONLY ? null : why;
}
