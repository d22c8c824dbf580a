import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import {
  type AnnotatedKind,
  LONGEST_TAG,
  MOST_TAGS,
  TAG,
} from "#lib/kernel/vocabulary/annotations.ts";
import * as store from "./store.ts";
import { checkHarmless, subjectOf } from "./subject.ts";
import type { TagChange } from "./types.ts";

/** Tags offered to complete what a person types. */
const MOST_OFFERED = 200;

/** The text of a tag without outer and double spaces. Throws `parameter_invalid`. */
export function checkedTag(text: string, param = "add"): string {
  const tag = text.normalize("NFC").trim().replace(/\s+/g, " ");
  if (tag === "" || [...tag].length > LONGEST_TAG || !TAG.test(tag)) {
    throw invalid(
      param,
      `A tag has 1 to ${LONGEST_TAG} letters, digits, spaces and . _ - / & + # : and begins with a letter or digit.`,
    );
  }
  checkHarmless(param, tag);
  return tag;
}

/** Adds or removes a tag of an object and returns its tags; `changed` is false if it had the tag, or had it not, before.
 *  Throws `resource_missing`, `parameter_invalid`, and `state_invalid` for a 21st tag. Lets one change of an object's tags
 *  run at a time. */
export async function changeTagsIn(
  tx: Tx,
  ctx: Context,
  id: string,
  change: TagChange,
): Promise<{ tags: string[]; changed: boolean }> {
  const subject = await subjectOf(ctx, id, tx);
  const isAdded = "add" in change;
  // A tag to remove was valid when it was added.
  const tag = isAdded ? checkedTag(change.add) : change.remove.trim();
  await store.lockTags(tx, ctx, subject.id);
  const before = await store.tagsOf(ctx, subject.id, tx);
  const has = before.some((one) => one.toLowerCase() === tag.toLowerCase());
  if (has === isAdded) return { tags: before, changed: false };
  if (isAdded && before.length >= MOST_TAGS) {
    throw new ApiError(
      "state_invalid",
      `This ${subject.kind} has ${MOST_TAGS} tags, which is the most.`,
    );
  }
  await (isAdded ? store.addTag(tx, ctx, subject, tag) : store.removeTag(tx, ctx, subject.id, tag));
  await recordChangeIn(tx, ctx, {
    action: isAdded ? "tag.added" : "tag.removed",
    subject: { id: subject.id },
    ...(isAdded ? { after: { tag } } : { before: { tag } }),
  });
  return { tags: await store.tagsOf(ctx, subject.id, tx), changed: true };
}

/** As `changeTagsIn`, in a transaction of its own. */
export const changeTags = async (ctx: Context, id: string, change: TagChange) =>
  (await transact((tx) => changeTagsIn(tx, ctx, id, change))).tags;

/** The account's tags of one kind of object, most used first. Takes no lock. */
export const listTags = (ctx: Context, kind: AnnotatedKind) =>
  store.listTags(ctx, kind, MOST_OFFERED);
