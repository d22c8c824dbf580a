import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ACTOR_TYPES, type ActorType } from "#lib/kernel/vocabulary/audit.ts";
import { MODES, type Mode } from "#lib/kernel/vocabulary/modes.ts";
import { accounts } from "./accounts.ts";
import { accountColumn, bytea, createdColumn, idColumn, oneOf, writtenBy } from "./columns.ts";

/** Properties of an object before or after a change: never a secret, never card data. */
export type AuditFacts = Record<string, string | number | boolean | null | readonly string[]>;

/** Changes with actor, time and address: one row per change, written in the same transaction. The service's role
 * cannot change or delete rows (`db/roles.ts`). */
export const auditEntries = pgTable(
  "audit_entries",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("aud", "id").notNull(),
    /** The mode of the changed object; null for the account itself. */
    mode: text("mode").$type<Mode>(),
    action: text("action").notNull(),
    /** The changed object. */
    subjectId: text("subject_id").notNull(),
    actorType: text("actor_type").$type<ActorType>().notNull(),
    /** Id of a user or key, or a part of the system. */
    actorId: text("actor_id").notNull(),
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
    oneOf("audit_entries_mode", t.mode, MODES),
    oneOf("audit_entries_actor_type", t.actorType, ACTOR_TYPES),
  ],
);

/** The personal values of an entry, in their own table so that they can be erased: the seal holds a salted hash of
 * them. */
export const auditPeople = pgTable(
  "audit_people",
  {
    accountId: accountColumn(),
    /** The entry's id. */
    id: idColumn("aud", "id").notNull(),
    salt: bytea("salt").notNull(),
    /** Name of the changed object at that time; for a member the e-mail address. */
    subjectName: text("subject_name"),
    /** Name of the actor at that time: members leave and keys are renamed. */
    actorName: text("actor_name"),
    address: text("address"),
    client: text("client"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** Entries that are not in a block yet. Written with the entry and deleted with its seal, so that the log need not be
 * searched for them. */
export const auditUnsealed = pgTable(
  "audit_unsealed",
  {
    accountId: accountColumn(),
    id: idColumn("aud", "id").notNull(),
    /** Sealed once no older transaction is running. */
    txId: writtenBy(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("audit_unsealed_order").on(t.txId, t.accountId, t.id),
  ],
);

/** The chain of an account's blocks, each with the hash of the one before (docs/decisions/0037). */
export const auditBlocks = pgTable(
  "audit_blocks",
  {
    accountId: accountColumn(),
    /** 1, 2, 3, … without a gap. */
    number: bigint("number", { mode: "number" }).notNull(),
    entries: integer("entries").notNull(),
    hash: bytea("hash").notNull(),
    sealedAt: createdColumn(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.number] })],
);

/** The entries of a block, in order, with the hashes of them that the block covers. */
export const auditSeals = pgTable(
  "audit_seals",
  {
    accountId: accountColumn(),
    id: idColumn("aud", "id").notNull(),
    block: bigint("block", { mode: "number" }).notNull(),
    place: integer("place").notNull(),
    entryHash: bytea("entry_hash").notNull(),
    peopleHash: bytea("people_hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex("audit_seals_order").on(t.accountId, t.block, t.place),
  ],
);
