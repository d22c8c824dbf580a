import type { FetchLike, SignalLike } from "./platform.ts";

/** Settings of a client. */
export interface ClientOptions<V extends string> {
  /** Address of the service; the environment's `PAYDESK_URL` if absent. */
  baseUrl?: string | undefined;
  /** The dated version of every call. Absent: the account's version, with the newest version's types. */
  version?: V | undefined;
  /** Retries after a failed connection, 429, 5xx, and 409 while the first call is running. 2 by default. */
  maxRetries?: number | undefined;
  /** The limit of one attempt in milliseconds. 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Replaces the platform's `fetch`. */
  fetch?: FetchLike | undefined;
}

/** Settings of one call. */
export interface RequestOptions<V extends string> {
  /** Writes have one always: the client makes one if it is absent. A repetition with the same key acts once. */
  idempotencyKey?: string | undefined;
  /** The dated version of this call; its types are that version's. */
  version?: V | undefined;
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  /** Ends the call early; it rejects with the signal's reason. */
  signal?: SignalLike | undefined;
  /** Further headers, such as `traceparent`. */
  headers?: Readonly<Record<string, string>> | undefined;
}
