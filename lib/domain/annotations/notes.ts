import { type Tx, transact } from "#db/transact.ts";
import { tellMemberIn } from "#lib/domain/alerts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { listTeam, mayDo, type TeamMember } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  type AnnotatedKind,
  LONGEST_NOTE,
  MOST_MENTIONS,
  MOST_NOTES,
} from "#lib/kernel/vocabulary/annotations.ts";
import * as notes from "./notes-store.ts";
import * as store from "./store.ts";
import { checkHarmless, subjectOf } from "./subject.ts";
import type { Note, NoteDraft, ShownNote, Subject } from "./types.ts";

type Author = { userId: string; name: string };

/** Notes are people's: a key and the system write none. */
function authorOf({ actor }: Context): Author {
  if (actor.type !== "member") throw new Error("only members write notes");
  return actor;
}

/** Tags and notes of an object, and the members who can be mentioned. Every member may read every object of the account.
 *  Throws `resource_missing`. Takes no lock. */
export async function annotationsOf(
  ctx: Context,
  id: string,
): Promise<{ subject: Subject; tags: string[]; notes: ShownNote[]; team: TeamMember[] }> {
  const subject = await subjectOf(ctx, id);
  const [tags, written, team] = await Promise.all([
    store.tagsOf(ctx, subject.id),
    notes.listNotes(ctx, subject.id, MOST_NOTES),
    listTeam(ctx.accountId),
  ]);
  return { subject, tags, notes: written, team };
}

/**
 * Writes a note about an object. Tells each mentioned member by e-mail and in the dashboard, in the same transaction.
 * Throws `resource_missing`, `parameter_invalid` (`text`, `mentions`), and `state_invalid` for a 201st note.
 */
export async function writeNoteIn(
  tx: Tx,
  ctx: Context,
  id: string,
  draft: NoteDraft,
): Promise<Note> {
  const author = authorOf(ctx);
  const subject = await subjectOf(ctx, id, tx);
  const { text, people } = await checked(tx, ctx, draft);
  if ((await notes.lockAndCount(tx, ctx, subject.id)) >= MOST_NOTES) {
    throw new ApiError(
      "state_invalid",
      `There are ${MOST_NOTES} notes, which is the most. Delete one.`,
    );
  }
  const note: Note = {
    id: newId("note"),
    ...{ kind: subject.kind, objectId: subject.id, authorId: author.userId, text },
    mentions: people.map(({ userId }) => userId),
    ...{ createdAt: now(), editedAt: null },
  };
  await notes.insertNote(tx, ctx, note);
  // The audit log cannot be changed, so it does not repeat what people may delete.
  await recordChangeIn(tx, ctx, {
    action: "note.written",
    subject: { id: subject.id },
    after: { note: note.id, characters: text.length },
  });
  await mention(tx, ctx, note, people);
  return note;
}

/** Changes the text of one's own note; members who were not mentioned before are told. Throws as `writeNoteIn`, and
 *  `state_invalid` for another's note. Locks the note. */
export async function editNote(ctx: Context, id: string, draft: NoteDraft): Promise<Note> {
  return await transact(async (tx) => {
    const { text, people } = await checked(tx, ctx, draft);
    const note = await notes.lockNote(tx, ctx, id);
    if (!note) throw missing("note", id);
    if (note.authorId !== authorOf(ctx).userId) {
      throw new ApiError("state_invalid", "Only its author can edit a note.");
    }
    const mentions = people.map(({ userId }) => userId);
    const changed: Note = { ...note, text, mentions, editedAt: now() };
    await notes.updateNote(tx, ctx, changed);
    await recordChangeIn(tx, ctx, {
      action: "note.edited",
      subject: { id: note.objectId },
      after: { note: note.id, characters: text.length },
    });
    const added = people.filter(({ userId }) => !note.mentions.includes(userId));
    await mention(tx, ctx, changed, added);
    return changed;
  });
}

/** Deletes a note: one's own, or with `mayAny` another's. Throws `resource_missing`, and `state_invalid` for another's
 *  note. Locks the note. */
export async function deleteNote(ctx: Context, id: string, mayAny: boolean): Promise<void> {
  await transact(async (tx) => {
    const note = await notes.lockNote(tx, ctx, id);
    if (!note) throw missing("note", id);
    if (!mayAny && note.authorId !== authorOf(ctx).userId) {
      throw new ApiError(
        "state_invalid",
        "Only its author, an owner or an admin can delete a note.",
      );
    }
    await notes.deleteNote(tx, ctx, note.id);
    await recordChangeIn(tx, ctx, {
      action: "note.deleted",
      subject: { id: note.objectId },
      before: { note: note.id, characters: note.text.length },
    });
  });
}

/** Whether a member may delete a note. */
export const mayDelete = (
  note: Pick<Note, "authorId">,
  reader: Pick<TeamMember, "userId" | "role">,
) =>
  mayDo(reader.role, "annotate") &&
  (note.authorId === reader.userId || mayDo(reader.role, "delete_notes"));

async function checked(tx: Tx, { accountId }: Context, draft: NoteDraft) {
  const text = draft.text.replace(/\r\n?/g, "\n").trim();
  if (text === "" || text.length > LONGEST_NOTE) {
    throw invalid("text", `Write 1 to ${LONGEST_NOTE.toLocaleString("en")} characters.`);
  }
  checkHarmless("text", text);
  const wanted = [...new Set(draft.mentions)];
  if (wanted.length > MOST_MENTIONS) {
    throw invalid("mentions", `A note mentions at most ${MOST_MENTIONS} members.`);
  }
  const team = wanted.length > 0 ? await listTeam(accountId, tx) : [];
  const people = wanted.map((userId) => team.find((one) => one.userId === userId));
  const found = people.filter((one) => one !== undefined);
  if (found.length < wanted.length) {
    throw invalid("mentions", "Only members of the account can be mentioned.");
  }
  return { text, people: found };
}

const PATHS: Readonly<Record<AnnotatedKind, string>> = {
  payment: "payments",
  customer: "customers",
  dispute: "disputes",
  payout: "payouts",
};

/** Characters of the note that an alert and its e-mail quote. */
const QUOTED = 500;

async function mention(
  tx: Tx,
  ctx: Context,
  { id, kind, objectId, text }: Note,
  people: readonly TeamMember[],
): Promise<void> {
  const author = authorOf(ctx);
  const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED).toWellFormed()}…` : text;
  for (const { userId } of people) {
    if (userId === author.userId) continue;
    await tellMemberIn(tx, ctx, {
      userId,
      kind: "mention",
      key: `${id} ${userId}`,
      at: now(),
      because: "a colleague mentioned you in a note",
      content: {
        subject: `${author.name} mentioned you in a note on a ${kind}`,
        paragraphs: [`“${quoted}”`],
        facts: [[kind.charAt(0).toUpperCase() + kind.slice(1), objectId]],
        path: `${PATHS[kind]}/${objectId}`,
        action: `Open the ${kind}`,
      },
    });
  }
}
