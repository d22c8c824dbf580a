import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { redact } from "#lib/kernel/log.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import * as store from "./store.ts";
import type { Subject } from "./types.ts";

const KINDS: Readonly<Record<string, AnnotatedKind>> = {
  pay: "payment",
  bp: "payment",
  cus: "customer",
  dp: "dispute",
  po: "payout",
};

/** The object with this id. Throws `resource_missing` for another merchant's, another mode's and any other kind of object.
 *  Takes no lock. */
export async function subjectOf(ctx: Context, id: string, tx: Tx | null = null): Promise<Subject> {
  const kind = KINDS[id.slice(0, id.indexOf("_"))];
  const subject = kind && { kind, id: id as Id };
  if (!subject || !(await store.exists(ctx, subject, tx))) throw missing(kind ?? "object", id);
  return subject;
}

/** Throws `parameter_invalid` for text with a secret or card data: tags and notes are kept and shown as they are. */
export function checkHarmless(param: string, text: string): void {
  if (redact(text) === text) return;
  throw invalid(param, "Remove the key, password or card data from this text. It is not stored.");
}
