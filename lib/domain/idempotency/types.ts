import type { ApiError } from "#lib/kernel/errors.ts";
import type { CallState } from "#lib/kernel/vocabulary/idempotency.ts";

/** The idempotency data of a write (service.md §3, decisions §1). */
export type IdempotentRequest = {
  /** The stored name, from `scopedKey`. */
  key: string;
  /** Canonical hash of method, path and parsed parameters. */
  requestHash: Buffer;
};

/** The exact answer of a finished request, stored for 24 hours. */
export type StoredResponse = {
  status: number;
  /** The JSON text in API version `version`. */
  body: string;
  version: string;
  /** The body shows a secret, so it is stored encrypted. */
  sensitive?: boolean | undefined;
};

/** Turns a verb's result into the answer to send and store, in the caller's API version. */
export type RenderResponse<T> = (result: T) => StoredResponse;

/** Renders the two outcomes that are stored: the result, or the refusal (a 4xx). */
export type Renderer<T> = {
  result: RenderResponse<T>;
  refusal: RenderResponse<ApiError>;
};

export type Answer = StoredResponse & { replayed: boolean };

/** The record of a key that was used with the same body. */
export type KeyRecord =
  | { state: "finished"; response: StoredResponse }
  | {
      state: "running";
      /** The object that the first request created; a repeat resumes from it. */
      resourceId: string | null;
    };

/** The state of a key, the object that its first request created, and until when it is stored. */
export type KeyState = {
  state: CallState;
  resourceId: string | null;
  createdAt: Date;
  expiresAt: Date;
};
