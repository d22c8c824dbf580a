import { isIP } from "node:net";
import type { Id } from "./ids.ts";
import { redact } from "./log.ts";
import type { Mode } from "./mode.ts";

/** Who asks, for whom, in which ledger: handed to every verb. */
export type Context = {
  accountId: Id<"acct">;
  mode: Mode;
  /** `req_…` of the API request, or of the dashboard or worker action, that caused this. */
  requestId: Id<"req">;
  actor: Actor;
  /** ISO 3166: where the merchant is, and so its acquirer. */
  merchantCountry: string;
  /** How far the account's sandbox clock is ahead of the real time; 0 in live mode. */
  clockAheadMs: number;
  /** Where it is asked from; nowhere when nobody asked. */
  caller?: Caller;
  /** The user who calls with the dashboard's own key; absent for every other key. */
  behind?: string;
};

/** What is the account's own, in neither mode, is done in a context without one. */
export type AccountContext = Pick<Context, "accountId" | "requestId" | "actor" | "caller">;

/** The address as the server knows it, and what the program there calls itself. */
export type Caller = { address: string | null; client: string | null };

const LONGEST_CLIENT = 300;

/** Who called, by a request's headers. */
export function callerOf(headers: Headers): Caller {
  return { address: addressOf(headers), client: clientOf(headers) };
}

/** The caller's own address: the listener has put it there, whatever the request claimed. */
export function addressOf(headers: Headers): string | null {
  const address = headers.get("x-forwarded-for") ?? "";
  return isIP(address) === 0 ? null : address;
}

/** What the program calls itself, without card data and keys: callers write there what they like. */
export function clientOf(headers: Headers): string | null {
  const client = headers.get("user-agent");
  return client === null ? null : redact(client).slice(0, LONGEST_CLIENT);
}

/** A caller as the headers of a request within this process. Masked card data is written in signs that no header can hold. */
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
