import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";
import type { ResponseClass } from "#lib/kernel/vocabulary/responses.ts";

/** A request and its response as the pipeline had them, with all secrets. */
export type Noted = {
  id: Id<"req">;
  accountId: Id<"acct">;
  mode: Mode;
  keyId: Id<"key">;
  /** The operation's name in the contract; null for an unknown path. */
  route: string | null;
  method: string;
  /** With the query. */
  path: string;
  status: number;
  version: string;
  startedMs: number;
  durationMs: number;
  address: string | null;
  userAgent: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  /** The object id in the path. */
  namedId: string | null;
  /** Null without a body, or when it was not read. */
  request: SentBody | null;
  /** The response body; null when it is streamed. */
  answer: string | null;
  /** The response contains a secret. */
  sensitive: boolean;
  /** The request body contains card data and is not kept. */
  tokenises: boolean;
};

/** A body as received; `text` is null when it is too large to be kept. */
export type SentBody = { text: string | null; isForm: boolean; bytes: number };

/** A redacted body; `cut` when it is not complete, `text` null when nothing is kept. */
export type KeptBody = { text: string | null; bytes: number; cut: boolean };

/** A request as a list item. */
export type RequestListItem = {
  id: Id<"req">;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  keyId: Id<"key">;
  version: string;
  objectId: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  createdAt: Date;
};

/** A request with everything that is kept of it. */
export type LoggedRequest = RequestListItem & {
  route: string | null;
  address: string | null;
  userAgent: string | null;
  requestBody: string | null;
  requestForm: boolean;
  requestBytes: number;
  requestCut: boolean;
  responseBody: string | null;
  responseBytes: number;
  responseCut: boolean;
};

export type RequestFilter = {
  answers?: readonly ResponseClass[] | undefined;
  methods?: readonly string[] | undefined;
  /** Names of operations. */
  routes?: readonly string[] | undefined;
  keyId?: string | undefined;
  errorCodes?: readonly string[] | undefined;
  version?: string | undefined;
  objectId?: string | undefined;
  made?: Period | undefined;
  /** The beginning of a request's id, or the whole of another id or of an idempotency key. */
  search?: string | undefined;
};

/** A period with requests that are missing from the log. */
export type LogGap = { fromAt: Date; toAt: Date; requests: number };
