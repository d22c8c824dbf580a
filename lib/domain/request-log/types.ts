import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Period } from "#lib/kernel/period.ts";

/** The hundreds of an answer's status. */
export const RESPONSE_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;
export type ResponseClass = (typeof RESPONSE_CLASSES)[number];

/** A request and its answer as the pipeline had them, before anything is taken out. */
export type Noted = {
  id: Id<"req">;
  accountId: Id<"acct">;
  mode: Mode;
  keyId: Id<"key">;
  /** The call's name in the contract; null where there is no such call. */
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
  /** What the path names. */
  namedId: string | null;
  /** Null: none, or one that was not read. */
  request: SentBody | null;
  /** Null for what is made while it is sent. */
  answer: string | null;
  /** The answer shows a secret. */
  sensitive: boolean;
  /** The body holds card data: nothing of it is kept. */
  tokenises: boolean;
};

/** A body as it came; null text: one that is too large to be kept. */
export type SentBody = { text: string | null; isForm: boolean; bytes: number };

/** A body without its secrets, and cut where it is long. Null: nothing of it may be kept. */
export type KeptBody = { text: string | null; bytes: number; cut: boolean };

/** A request as a line of a list. */
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

/** All that is kept of a request. */
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
  /** Names of calls. */
  routes?: readonly string[] | undefined;
  keyId?: string | undefined;
  errorCodes?: readonly string[] | undefined;
  version?: string | undefined;
  made?: Period | undefined;
  /** The beginning of a request's id, or the whole of another id or of an idempotency key. */
  search?: string | undefined;
};

/** Requests of a stretch of time that are missing from the log. */
export type LogGap = { fromAt: Date; toAt: Date; requests: number };
