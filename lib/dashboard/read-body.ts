import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type LargeBatchBody, readLargeBatch } from "#lib/domain/payouts/index.ts";
import { bracketPath } from "#lib/kernel/body/check-text.ts";
import { enterInTurn, parseLargeBody } from "#lib/kernel/body/large-body.ts";
import { decodeBody, parseBody } from "#lib/kernel/body/parse-body.ts";
import { MAX_VALUES } from "#lib/kernel/body/parse-json.ts";
import { LARGE_BATCH_BYTES, LARGE_BYTES, receiveBytes } from "#lib/kernel/body/receive-bytes.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { ApiError, invalid } from "#lib/kernel/errors.ts";
import type { BodyContext } from "./typed-routes.ts";
import type { DashboardContext } from "./types.ts";

/** The id under which a screen sends an action, so that trying again does it once. Without it, each request counts. */
export const attemptId = z.uuid().default(() => randomUUID());

const RULES = { isForm: false, maxValues: MAX_VALUES, cardPlaces: [] };
/** Card numbers in a file are searched row by row, not here. */
const FILE_RULES = { ...RULES, cardPlaces: ["file"] };
/** The same limit as in the API (decisions §1). */
const MAX_FILE_BYTES = 16 * 2 ** 20;

/** Uploads of colleagues wait for each other so long; each takes about a second. */
const TURN_MS = 15 * SECOND_MS;

type Limits = { maxBytes?: number; cardPlaces?: readonly string[] };

/** The validated JSON body of a write, by the schema that `InternalBodies` has for the route. Throws `content_type_unsupported`, `request_too_large`, or `parameter_invalid`
 *  with the first invalid field. `cardPlaces`: fields that are checked for card numbers elsewhere. */
export async function readBody<S extends z.ZodType>(
  c: BodyContext<z.input<S>>,
  shape: S,
  { maxBytes = LARGE_BYTES, cardPlaces = [] }: Limits = {},
): Promise<z.output<S>> {
  checkType(c);
  const bytes = await receiveBytes(c.req.raw, maxBytes, () => {});
  const rules = { ...RULES, cardPlaces };
  const isLarge = bytes.byteLength > LARGE_BYTES;
  const value = isLarge
    ? await parseLargeBody(bytes, rules)
    : parseBody(decodeBody(bytes) || "{}", rules);
  return check(shape, value);
}

/** The same for a body with a `file` of payouts, up to 16 MiB. Above 16 KiB it is parsed off the event loop: then
 *  `file` is a token and `read` has the parsed rows. Above 64 KiB the account's bodies are read one at a time. */
export async function withUpload<S extends z.ZodType, R>(
  c: BodyContext<z.input<S>>,
  shape: S,
  answer: (body: z.output<S>, read: LargeBatchBody | null) => Promise<R>,
): Promise<R> {
  checkType(c);
  let leave: (() => void) | null = null;
  try {
    const bytes = await receiveBytes(c.req.raw, MAX_FILE_BYTES, async () => {
      leave = await enterInTurn(c.get("ctx").accountId, TURN_MS);
    });
    if (bytes.byteLength <= LARGE_BATCH_BYTES) {
      return await answer(check(shape, parseBody(decodeBody(bytes) || "{}", FILE_RULES)), null);
    }
    const read = await readLargeBatch(c.get("ctx"), bytes, FILE_RULES);
    return await answer(check(shape, read.rest), read);
  } finally {
    (leave as (() => void) | null)?.();
  }
}

/** The same for a body with any other `file`, up to `maxBytes`. Above 64 KiB it is parsed off the event loop, and the
 *  account's bodies are read one at a time. */
export async function withFile<S extends z.ZodType, R>(
  c: BodyContext<z.input<S>>,
  shape: S,
  maxBytes: number,
  answer: (body: z.output<S>) => Promise<R>,
): Promise<R> {
  checkType(c);
  let leave: (() => void) | null = null;
  try {
    const bytes = await receiveBytes(c.req.raw, maxBytes, async () => {
      leave = await enterInTurn(c.get("ctx").accountId, TURN_MS);
    });
    const isLarge = bytes.byteLength > LARGE_BYTES;
    const value = isLarge
      ? await parseLargeBody(bytes, FILE_RULES)
      : parseBody(decodeBody(bytes) || "{}", FILE_RULES);
    return await answer(check(shape, value));
  } finally {
    (leave as (() => void) | null)?.();
  }
}

function checkType(c: DashboardContext): void {
  const type = c.req.header("content-type") ?? "";
  if (/^application\/json\b/i.test(type)) return;
  throw new ApiError("content_type_unsupported", "Send JSON.");
}

function check<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const result = shape.safeParse(value, { error: wordsFor });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(bracketPath(issue?.path ?? []), issue?.message ?? "The body is malformed.");
}

/** Messages for people; undefined keeps the message of zod. */
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      // A form sends null for a number that was not typed as one.
      return /^(int|number)$/.test(issue.expected) ? "Enter a whole number." : undefined;
    case "too_big":
      return issue.origin === "string"
        ? `At most ${issue.maximum.toLocaleString("en")} characters are allowed.`
        : undefined;
    case "invalid_key":
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}
