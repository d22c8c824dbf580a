/** What a write knows of its `Idempotency-Key` (service.md §3, decisions §1). */
export type IdempotentRequest = {
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
};

/** How the edge turns a verb's result into the bytes to answer and keep, in the caller's version. */
export type RenderResponse<T> = (result: T) => StoredResponse;

export type Answer = StoredResponse & { replayed: boolean };
