import type { Id } from "#lib/kernel/ids.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";

/** An object that can have tags and notes. */
export type Subject = { kind: AnnotatedKind; id: Id };

/** One tag to add or remove, in any case. */
export type TagChange = { add: string } | { remove: string };

export type Note = {
  id: Id<"note">;
  kind: AnnotatedKind;
  objectId: Id;
  authorId: string;
  text: string;
  /** Members whom the text mentions. */
  mentions: string[];
  createdAt: Date;
  editedAt: Date | null;
};

/** A note with its author's name; null if the user no longer exists. */
export type ShownNote = Note & { authorName: string | null };

/** A note as a member writes it. */
export type NoteDraft = { text: string; mentions: readonly string[] };
