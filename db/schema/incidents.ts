import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { INCIDENT_DIMENSIONS, type IncidentDimension } from "#lib/kernel/vocabulary/incidents.ts";
import {
  accountColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** A running test: evidence of a fall of approvals in one slice. */
type Excursion = { gain: number; sinceMs: number; of: number; declined: number };

/** The tests after the payments up to `seen_to`. */
export type StoredTests = {
  /** By slice and alternative. */
  watch: Record<string, Record<string, Excursion>>;
  /** The test whether the open incident is over. */
  recovery: { gain: number; sinceMs: number | null; of: number; lastMs: number } | null;
};

/** Accounts whose approvals are watched: the rollup makes a row due when it has new outcomes. */
export const incidentWatches = pgTable(
  "incident_watches",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** The watched rate: `approvals`. */
    id: text("id").notNull(),
    /** When to look again; null while there are no payments. */
    dueAt: moment("due_at"),
    /** Grows with every rollup that has outcomes of the account, so that a look that read before it is not the last. */
    wakes: integer("wakes").notNull().default(0),
    /** The creation time up to which payments are in `tests`. */
    seenTo: moment("seen_to"),
    tests: jsonb("tests").$type<StoredTests>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("incident_watches_due").on(t.dueAt).where(sql`due_at is not null`),
    index("incident_watches_owner_due")
      .on(t.accountId, t.mode, t.dueAt)
      .where(sql`due_at is not null`),
    modeCheck("incident_watches", t.mode),
  ],
);

/** Times in which approvals of a slice fell, at most one open per account and mode. */
export const incidents = pgTable(
  "incidents",
  {
    accountId: accountColumn(),
    id: idColumn("inc", "id").notNull(),
    mode: modeColumn(),
    dimension: text("dimension").$type<IncidentDimension>().notNull(),
    value: text("value").notNull(),
    /** The decline code of at least half of the declines. */
    code: text("code"),
    /** When the fall began, and when it was found. */
    since: moment("since").notNull(),
    openedAt: moment("opened_at").notNull(),
    /** When approvals were normal again, and when that was found. */
    until: moment("until"),
    resolvedAt: moment("resolved_at"),
    /** Decided and declined payments of the slice in the same hour of earlier weeks. */
    usualOf: integer("usual_of").notNull(),
    usualDeclined: integer("usual_declined").notNull(),
    /** The same since the fall began. */
    currentOf: integer("current_of").notNull(),
    currentDeclined: integer("current_declined").notNull(),
    /** Declined payments in a row after which an outage of this slice is found. */
    leastDeclines: integer("least_declines").notNull(),
    /** Its usual payments in an hour. */
    perHour: doublePrecision("per_hour").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    uniqueIndex("incidents_open").on(t.accountId, t.mode).where(sql`resolved_at is null`),
    index("incidents_newest").on(t.accountId, t.mode, t.openedAt),
    modeCheck("incidents", t.mode),
    oneOf("incidents_dimension_known", t.dimension, INCIDENT_DIMENSIONS),
    check("incidents_counts", sql`current_declined <= current_of and usual_declined <= usual_of`),
  ],
);

/** Money at risk in an incident: declined and not recovered by a later payment. */
export const incidentAmounts = pgTable(
  "incident_amounts",
  {
    accountId: accountColumn(),
    incidentId: idColumn("inc", "incident_id").notNull(),
    currency: text("currency").notNull(),
    atRisk: minorUnits("at_risk").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.incidentId, t.currency] })],
);
