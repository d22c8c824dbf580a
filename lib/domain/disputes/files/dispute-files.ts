import { createHash } from "node:crypto";
import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Actor, Context } from "#lib/kernel/context.ts";
import { decryptFile, encryptFile } from "#lib/kernel/crypto.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import { type FileType, MAX_FILES, MAX_FILES_BYTES } from "#lib/kernel/vocabulary/disputes.ts";
import { lockOpen, moveIn } from "../answer-dispute.ts";
import { getDispute } from "../read-disputes.ts";
import type { DisputeFile } from "../types.ts";
import { checkFile, nameOfType } from "./check-file.ts";
import * as store from "./file-store.ts";

/** A file, of this dispute if one is named. */
export type FileRef = { id: string; disputeId?: string };

/** A file that was checked and is not stored yet. */
export type NewFile = { name: string; type: FileType; bytes: Buffer; sha256: string };

/** Checks a file, given in base64, by its content. Throws as `checkFile`. */
export function readFile(name: string, base64: string): NewFile {
  const bytes = Buffer.from(base64, "base64");
  const type = checkFile(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { name: nameOfType(name, type), type, bytes, sha256 };
}

/**
 * Adds a file to the evidence. Its content is stored encrypted and is in no event, log or audit entry. Throws
 * `resource_missing`, `state_invalid` if the dispute cannot be answered any more, and `parameter_invalid` (`file`) for the
 * 51st file, more than 25 MB in all, or a file that it has already. Locks the dispute.
 */
export async function addFileIn(
  tx: Tx,
  ctx: Context,
  disputeId: string,
  { name, type, bytes, sha256 }: NewFile,
): Promise<DisputeFile> {
  const dispute = await lockOpen(tx, ctx, disputeId);
  const files = await store.filesOf(ctx, dispute.id, tx);
  checkLimits(files, { size: bytes.length, sha256 });
  const file: DisputeFile = {
    id: newId("dpf"),
    accountId: ctx.accountId,
    mode: ctx.mode,
    disputeId: dispute.id,
    name,
    type,
    size: bytes.length,
    sha256,
    ...addedBy(ctx.actor),
    createdAt: businessNow(ctx),
  };
  await store.insert(tx, { ...file, content: encryptFile(bytes, file.id) });
  const evidenceFiles = [...dispute.evidenceFiles, file.id];
  await moveIn(tx, ctx, dispute, { ...dispute, evidenceFiles });
  await recordChangeIn(tx, ctx, {
    action: "dispute.file_added",
    subject: { id: dispute.id },
    after: { file: file.id, name, type, size: file.size, sha256 },
  });
  return file;
}

function checkLimits(files: readonly DisputeFile[], added: { size: number; sha256: string }): void {
  if (files.some(({ sha256 }) => sha256 === added.sha256)) {
    throw invalid("file", "The dispute has this file already.");
  }
  if (files.length >= MAX_FILES) {
    throw invalid("file", `A dispute can have at most ${MAX_FILES} files.`);
  }
  const size = files.reduce((sum, file) => sum + file.size, added.size);
  if (size > MAX_FILES_BYTES) {
    throw invalid("file", "The files of a dispute can have at most 25 MB together.");
  }
}

function addedBy(actor: Actor): Pick<DisputeFile, "actorType" | "actorId" | "actorName"> {
  if (actor.type === "key") return { actorType: "key", actorId: actor.keyId, actorName: null };
  if (actor.type === "system") return { actorType: "system", actorId: actor.name, actorName: null };
  return { actorType: "member", actorId: actor.userId, actorName: actor.name };
}

/** Removes a file and its content. Throws `resource_missing`, and `state_invalid` once the evidence was submitted or the
 *  dispute cannot be answered any more. Locks the dispute. */
export async function removeFileIn(tx: Tx, ctx: Context, wanted: FileRef): Promise<DisputeFile> {
  const { disputeId } = await getFile(ctx, wanted, tx);
  const dispute = await lockOpen(tx, ctx, disputeId);
  // Another call may have removed it before the dispute was locked.
  const file = await store.find(ctx, wanted, tx);
  if (!file) throw missing("file", wanted.id);
  await store.remove(tx, file);
  const evidenceFiles = dispute.evidenceFiles.filter((one) => one !== file.id);
  await moveIn(tx, ctx, dispute, { ...dispute, evidenceFiles });
  await recordChangeIn(tx, ctx, {
    action: "dispute.file_removed",
    subject: { id: dispute.id },
    before: { file: file.id, name: file.name, sha256: file.sha256 },
  });
  return file;
}

/** Returns a file of a dispute without its content. Throws `resource_missing`. Takes no lock. */
export async function getFile(ctx: Context, wanted: FileRef, tx?: Tx): Promise<DisputeFile> {
  const file = await store.find(ctx, wanted, tx);
  if (!file) throw missing("file", wanted.id);
  return file;
}

/** Returns one page of a dispute's files, newest first. Throws `resource_missing`, and `parameter_invalid` if a cursor is
 *  not a file of the dispute. Takes no lock. */
export async function listFiles(
  ctx: Context,
  disputeId: string,
  request: PageRequest,
): Promise<Page<DisputeFile>> {
  const dispute = await getDispute(ctx, disputeId);
  await checkCursor(request, async (id) => {
    const file = await store.find(ctx, { disputeId: dispute.id, id });
    return file !== null;
  });
  return await store.list(ctx, dispute.id, request);
}

/** Returns a file with its content. Throws `resource_missing`, and an error that is not for callers if the stored content
 *  was altered. Takes no lock. */
export async function openFile(
  ctx: Context,
  wanted: FileRef,
): Promise<{ file: DisputeFile; bytes: Buffer }> {
  const found = await store.findContent(ctx, wanted);
  if (!found) throw missing("file", wanted.id);
  const { content, ...file } = found;
  const bytes = decryptFile(content, file.id);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== file.sha256) throw new ApiError("gateway_error", "The stored file is damaged.");
  return { file, bytes };
}

/** Returns the files among these ids, without their content, by id. Takes no lock. */
export async function findDisputeFiles(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DisputeFile>> {
  const files = await store.findMany(ctx, ids);
  return new Map(files.map((file) => [file.id, file]));
}
