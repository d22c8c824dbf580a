import type { z } from "zod";
import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-numbers.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { DashboardContext } from "./types.ts";

const MAX_BYTES = 64 * 1024;

/** The JSON body of a mutation, checked. Throws `content_type_unsupported`, `request_too_large`, or
 *  `parameter_invalid` naming the first field at fault. `unread`: a field that is looked through elsewhere,
 *  row by row. */
export async function readBody<T>(
  c: DashboardContext,
  shape: z.ZodType<T>,
  { maxBytes = MAX_BYTES, unread = "" }: { maxBytes?: number; unread?: string } = {},
): Promise<T> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\b/i.test(type)) {
    throw new ApiError("content_type_unsupported", "Send JSON.");
  }
  const text = await readLimited(c.req.raw, maxBytes);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text || "{}");
  } catch {
    throw new ApiError("parameter_invalid", "The body is not JSON.");
  }
  // A person's slip of the clipboard must not end in a name or a note.
  const found = findCardData(parsed, (path) => path.join(".") === unread);
  if (found) throw invalid(found.join("."), CARD_DATA_REFUSED);
  const result = shape.safeParse(parsed);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue?.path.join(".") ?? "", issue?.message ?? "The body is malformed.");
}

/** Counts bytes as they come: a stated length is only a claim. */
async function readLimited(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ApiError("request_too_large", "The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
