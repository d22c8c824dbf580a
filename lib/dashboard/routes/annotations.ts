import { z } from "zod";
import {
  annotationsOf,
  changeTags,
  deleteNote,
  editNote,
  listTags,
  writeNoteIn,
} from "#lib/domain/annotations/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { mayDo } from "#lib/domain/members/index.ts";
import { ANNOTATED_KINDS, LONGEST_NOTE } from "#lib/kernel/vocabulary/annotations.ts";
import { readChoice } from "../list-params.ts";
import { requireRole } from "../middleware/require.ts";
import { readBody } from "../read-body.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import { annotationsView } from "../views/annotations.ts";

export const tagRoutes = routesAt("/:mode/tags");

/** The tags of one kind of object, to filter by and to complete. */
tagRoutes.get("/", async (c) => {
  const kind = readChoice(c, "of", ANNOTATED_KINDS);
  return reply(c, { tags: await listTags(c.get("ctx"), kind) });
});

/** By the id of a payment, customer, dispute or payout. */
export const annotationRoutes = routesAt("/:mode/annotations");

annotationRoutes.get("/:id", async (c) => {
  const found = await annotationsOf(c.get("ctx"), c.req.param("id"));
  const reader = { userId: c.get("user").id, role: c.get("membership").role };
  return reply(c, annotationsView(found, reader));
});

const tag = z.string().max(200);
export const tagChange = z.union([z.strictObject({ add: tag }), z.strictObject({ remove: tag })]);

/** Adds or removes a tag. Throws as `changeTagsIn`. */
annotationRoutes.post("/:id/tags", requireRole("annotate"), async (c) => {
  const ctx = c.get("ctx");
  const tags = await changeTags(ctx, c.req.param("id"), await readBody(c, tagChange));
  announceLive(ctx.accountId, "annotation");
  return reply(c, { tags });
});

const draft = {
  text: z.string().max(LONGEST_NOTE + 1_000),
  /** Ids of members. */
  mentions: z.array(z.string().max(100)).max(100),
};
export const newNote = z.strictObject({ ...draft, attempt: z.uuid() });

/** Writes a note. Throws as `writeNoteIn`. */
annotationRoutes.post("/:id/notes", requireRole("annotate"), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...given } = await readBody(c, newNote);
  const view = ({ id }: { id: string }) => ({ noteId: id });
  const press = { attempt, params: given, status: 201, view } as const;
  const done = await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => writeNoteIn(tx, ctx, c.req.param("id"), given), render),
  );
  announceLive(ctx.accountId, "annotation");
  return done;
});

export const noteRoutes = routesAt("/:mode/notes");

export const noteChange = z.strictObject(draft);

/** Edits one's own note. Throws as `editNote`. */
noteRoutes.post("/:id", requireRole("annotate"), async (c) => {
  const ctx = c.get("ctx");
  const note = await editNote(ctx, c.req.param("id"), await readBody(c, noteChange));
  announceLive(ctx.accountId, "annotation");
  return reply(c, { noteId: note.id });
});

/** Deletes one's own note; owners and admins delete any. Throws as `deleteNote`. */
noteRoutes.post("/:id/delete", requireRole("annotate"), async (c) => {
  const ctx = c.get("ctx");
  await deleteNote(ctx, c.req.param("id"), mayDo(c.get("membership").role, "delete_notes"));
  announceLive(ctx.accountId, "annotation");
  return reply(c, { deleted: true });
});
