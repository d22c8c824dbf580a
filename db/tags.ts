import { type AnyColumn, and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "#lib/kernel/context.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import { db } from "./client.ts";
import { objectTags as t } from "./schema/annotations.ts";

type ObjectTable = Readonly<Record<"accountId" | "id", AnyColumn>>;

/** The condition that an object has one of these tags; undefined without tags. Reads the objects of a tag by an index. */
export function hasTag(
  { accountId, mode }: Pick<Context, "accountId" | "mode">,
  kind: AnnotatedKind,
  { id }: Pick<ObjectTable, "id">,
  tags: readonly string[] | undefined,
): SQL | undefined {
  if (!tags || tags.length === 0) return undefined;
  const keys = tags.map((tag) => tag.toLowerCase());
  const tagged = db()
    .select({ id: t.objectId })
    .from(t)
    .where(
      and(
        ...[eq(t.accountId, accountId), eq(t.mode, mode), eq(t.kind, kind)],
        inArray(t.key, keys),
      ),
    );
  return inArray(id, tagged);
}

/** The tags of a row as text, for optional columns. */
export const tagsText = (
  { accountId }: Pick<Context, "accountId">,
  o: Pick<ObjectTable, "id">,
): SQL => sql`
  (select string_agg(${t.tag}, ', ' order by ${t.key})
     from ${t} where ${t.accountId} = ${accountId} and ${t.objectId} = ${o.id})`;
