import { mayDelete, type ShownNote } from "#lib/domain/annotations/index.ts";
import type { TeamMember } from "#lib/domain/members/index.ts";
import { iso } from "./shared.ts";

type Reader = Pick<TeamMember, "userId" | "role">;

export function noteView(note: ShownNote, reader: Reader) {
  const { id, authorId, authorName, text, mentions, createdAt, editedAt } = note;
  return {
    id,
    text,
    mentions,
    /** Null if the user no longer exists. */
    author: authorName,
    isOwn: authorId === reader.userId,
    mayDelete: mayDelete(note, reader),
    createdAt: createdAt.toISOString(),
    editedAt: iso(editedAt),
  };
}

export type NoteView = ReturnType<typeof noteView>;

/** Tags and notes of an object, newest note first, and the members who can be mentioned. */
export function annotationsView(
  { tags, notes, team }: { tags: string[]; notes: ShownNote[]; team: TeamMember[] },
  reader: Reader,
) {
  return {
    tags,
    notes: notes.map((note) => noteView(note, reader)),
    members: team.map(({ userId, name }) => ({ id: userId, name })),
  };
}

export type AnnotationsView = ReturnType<typeof annotationsView>;

/** `GET /internal/:mode/tags` */
export type TagsView = { tags: { tag: string; count: number }[] };
