import type { ApiError } from "#lib/kernel/errors.ts";

/** What a write knows of its `Idempotency-Key` (service.md §3, decisions §1). */
export type IdempotentRequest = {
  /** As it is stored: the name that `keyIn` gave it. */
  key: string;
  /** Canonical hash of method, path and parsed parameters. */
  requestHash: Buffer;
};

/** The exact answer of a finished call, kept 24 hours and sent again as it was. */
export type StoredResponse = {
  status: number;
  /** The JSON bytes as text, already in `version`. */
  body: string;
  version: string;
  /** It shows a secret: what is kept of it is encrypted. */
  sensitive?: boolean | undefined;
};

/** How the edge turns a verb's result into the bytes to answer and keep, in the caller's version. */
export type RenderResponse<T> = (result: T) => StoredResponse;

/** Both outcomes of a write that are kept: its result, or its refusal (any 4xx of the verb). */
export type Renderer<T> = {
  result: RenderResponse<T>;
  refusal: RenderResponse<ApiError>;
};

export type Answer = StoredResponse & { replayed: boolean };

/** What is known of a key, when its body is the same. */
export type KeyRecord =
  | { state: "finished"; response: StoredResponse }
  | {
      state: "running";
      /** The object that the first call made; a repeat resumes from it. */
      resourceId: string | null;
    };

/** How a key stands: whether its first call is over, what that made, and how long it is kept. */
export type KeyState = {
  state: "running" | "finished";
  resourceId: string | null;
  createdAt: Date;
  expiresAt: Date;
};
