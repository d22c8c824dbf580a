import { isIP } from "node:net";
import type { Id } from "./ids.ts";
import { redact } from "./log.ts";
import type { Mode } from "./mode.ts";

/** The account, mode, actor and request of one call. Every verb takes it. */
export type Context = {
  accountId: Id<"acct">;
  mode: Mode;
  /** `req_…` of the API request, or of the dashboard or worker action, that caused this. */
  requestId: Id<"req">;
  actor: Actor;
  /** ISO 3166 code of the merchant's, and so of its acquirer's, country. */
  merchantCountry: string;
  /** Milliseconds that the account's sandbox clock is ahead of real time; 0 in live mode. */
  clockAheadMs: number;
  /** Where the call comes from; absent for the system's own work. */
  caller?: Caller;
  /** The user behind a call with the managed key; absent for every other key. */
  behind?: string;
};

/** The context of work on the account itself, which has no mode. */
export type AccountContext = Pick<Context, "accountId" | "requestId" | "actor" | "caller">;

/** The caller's address as the server knows it, and its user agent. */
export type Caller = { address: string | null; client: string | null };

const LONGEST_CLIENT = 300;

/** The caller of a request, by its headers. */
export function callerOf(headers: Headers): Caller {
  return { address: addressOf(headers), client: clientOf(headers) };
}

/** The caller's address. The listener sets the header itself, so a request cannot forge it. */
export function addressOf(headers: Headers): string | null {
  const address = headers.get("x-forwarded-for") ?? "";
  return isIP(address) === 0 ? null : address;
}

/** The user agent, redacted: callers can put anything there. */
export function clientOf(headers: Headers): string | null {
  const client = headers.get("user-agent");
  return client === null ? null : redact(client).slice(0, LONGEST_CLIENT);
}

/** A caller as headers of an in-process request. Replaces the signs of masked card data, which headers cannot contain. */
export function headersOf({ address, client }: Caller): Headers {
  const headers = new Headers();
  if (address) headers.set("x-forwarded-for", address);
  if (client) headers.set("user-agent", headerText(client));
  return headers;
}

const headerText = (text: string) =>
  text.replaceAll("…", "...").replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "*");

export type Actor =
  | { type: "key"; keyId: Id<"key"> }
  | { type: "member"; userId: string; name: string }
  | { type: "system"; name: string };

// The managed key acts for the account. The user behind a call is stored outside the request's headers, so that no
// caller can claim to be someone else.

const PEOPLE = new WeakMap<Request, string>();

/** Records the user for whom the dashboard makes this in-process API call. */
export function callFor(request: Request, userId: string): void {
  PEOPLE.set(request, userId);
}

/** The user behind a call with the managed key; undefined for every other call. */
export function personBehind(request: Request): string | undefined {
  return PEOPLE.get(request);
}
