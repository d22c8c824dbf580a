import { canonicalPart } from "#lib/kernel/body/canonical-text.ts";
import { type BodyRules, decodeBody, parseBody } from "#lib/kernel/body/parse-body.ts";
import { asList } from "#lib/kernel/body/parse-form.ts";
import { LARGE_BYTES } from "#lib/kernel/body/receive-bytes.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { type BatchContent, readAndCheck } from "./read-batch.ts";
import type { BatchSummary, CheckedRow, LargeBatchBody } from "./read-large-batch.ts";

type Input = { bytes: Uint8Array; rules: BodyRules; nowMs: number };
type Output = { result: LargeBatchBody<BatchSummary>; rows: CheckedRow[] };
type Body = Record<string, unknown>;

/** Parses the body of a batch as a task for `runOffLoop`; its rows are the instructions, accepted or not. Throws as `parseBody`,
 *  and `request_too_large` if the rest of the body is large too. */
export default function readBatchTask({ bytes, rules, nowMs }: Input): Output {
  const body = parseBody(decodeBody(bytes), rules);
  const taken = takeContent(body);
  if (JSON.stringify(taken.rest).length > LARGE_BYTES) {
    throw new ApiError("request_too_large", "Only instructions or a file may exceed 64 KiB.");
  }
  const { rest, parts, content } = taken;
  const read = content === null ? null : readOrRefuse(content, nowMs);
  if (read === null || "refusal" in read) return { result: { rest, parts, batch: read }, rows: [] };
  const { accepted, refused, ...batch } = read;
  return { result: { rest, parts, batch }, rows: [...accepted, ...refused] };
}

/** The body with tokens in place of the large values, so that the schema finds a value of the same type. */
function takeContent(body: Body): Pick<Output["result"], "rest" | "parts"> & {
  content: BatchContent | null;
} {
  const { instructions, file, format } = body;
  const rest: Body = { ...body };
  const parts: Record<string, string> = {};
  const list = asList(instructions);
  if (list && list.length > 0) {
    rest.instructions = [null];
    parts.instructions = canonicalPart(list);
  }
  if (typeof file === "string" && file !== "") {
    rest.file = "…";
    parts.file = canonicalPart(file);
  }
  const taken = { rest, parts };
  if (parts.instructions && parts.file) return { ...taken, content: null };
  if (list && parts.instructions)
    return { ...taken, content: { format: "json", instructions: list } };
  if (!parts.file || typeof format !== "string") return { ...taken, content: null };
  return {
    ...taken,
    content: { format: format === "csv" ? "csv" : "pain.001", file: String(file) },
  };
}

function readOrRefuse(content: BatchContent, nowMs: number) {
  try {
    return readAndCheck(content, nowMs);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}
