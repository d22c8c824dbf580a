import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { accountColumn, createdColumn, idColumn, oneOf } from "./columns.ts";

/** What a fact of an object was before a change, or is after it: never a secret, never card data. */
export type AuditFacts = Record<string, string | number | boolean | null | readonly string[]>;

/** Who changed what, when and from where: one row per change, written in its transaction. The role of the
 *  service may neither change nor delete any (`db/roles.ts`). */
export const auditEntries = pgTable(
  "audit_entries",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("aud", "id").notNull(),
    /** The mode of what was changed; null when it is the account itself. */
    mode: text("mode").$type<"test" | "live">(),
    action: text("action").notNull(),
    /** What was changed, and what it was called then. */
    subjectId: text("subject_id").notNull(),
    subjectName: text("subject_name"),
    actorType: text("actor_type").$type<"member" | "key" | "system">().notNull(),
    /** A user's or a key's id, or a part of the system. */
    actorId: text("actor_id").notNull(),
    /** What the actor was called then: people leave and keys are renamed. */
    actorName: text("actor_name"),
    address: text("address"),
    client: text("client"),
    requestId: idColumn("req", "request_id").notNull(),
    before: jsonb("before").$type<AuditFacts>(),
    after: jsonb("after").$type<AuditFacts>(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("audit_entries_actor").on(t.accountId, t.actorId, t.id),
    index("audit_entries_action").on(t.accountId, t.action, t.id),
    index("audit_entries_subject").on(t.accountId, t.subjectId, t.id),
    oneOf("audit_entries_mode", t.mode, ["test", "live"]),
    oneOf("audit_entries_actor_type", t.actorType, ["member", "key", "system"]),
  ],
);
