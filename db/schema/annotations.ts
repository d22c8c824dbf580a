import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { ANNOTATED_KINDS, type AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  objectIdColumn,
  oneOf,
} from "./columns.ts";

/** The tags of objects. In a table of their own, so that writing a payment costs nothing more. */
export const objectTags = pgTable(
  "object_tags",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    kind: text("kind").$type<AnnotatedKind>().notNull(),
    objectId: objectIdColumn(),
    /** In lower case: an object has each tag once. */
    key: text("key").notNull(),
    tag: text("tag").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.objectId, t.key] }),
    index("object_tags_key").on(t.accountId, t.mode, t.kind, t.key, t.objectId),
    modeCheck("object_tags", t.mode),
    oneOf("object_tags_kind", t.kind, ANNOTATED_KINDS),
  ],
);

/** Notes that members write about objects. */
export const objectNotes = pgTable(
  "object_notes",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    id: idColumn("note", "id").notNull(),
    kind: text("kind").$type<AnnotatedKind>().notNull(),
    objectId: objectIdColumn(),
    authorId: text("author_id").notNull(),
    text: text("text").notNull(),
    /** Members that the text mentions. */
    mentions: text("mentions").array().notNull().default(sql`'{}'`),
    createdAt: createdColumn(),
    /** The last edit; null if the text is the first one. */
    editedAt: moment("edited_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("object_notes_object").on(t.accountId, t.objectId, t.id),
    modeCheck("object_notes", t.mode),
    oneOf("object_notes_kind", t.kind, ANNOTATED_KINDS),
  ],
);
