import { apiApp } from "#lib/api/app.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ErrorWire } from "#lib/wire/contract/error.ts";
import { assertInContract } from "./contract.ts";

/** The fields that tests usually read of a body. Give `call` the wire type for others. */
export type AnyBody = Record<string, unknown> & {
  id: string;
  object: string;
  error: ErrorWire["error"];
  data: AnyBody[];
  metadata: Record<string, string>;
};

export type ApiResponse<T> = {
  status: number;
  headers: Headers;
  /** Parsed JSON; null if the response is empty. */
  body: T;
  /** The exact bytes, as text. */
  text: string;
};

/** Null removes a header that is sent by default. */
type HeaderParams = Readonly<Record<string, string | null>>;

export type ApiClient = {
  /** Sends one request. `key` is the bearer key, or null for none. `body`: an object is sent as JSON,
   *  `URLSearchParams` as a form, a string or bytes as they are (give the Content-Type). A POST gets a fresh
   *  `Idempotency-Key` unless the headers say otherwise. */
  call<T = AnyBody>(
    key: string | null,
    method: string,
    path: string,
    body?: object | string,
    headers?: HeaderParams,
  ): Promise<ApiResponse<T>>;
};

function encode(body: object | string | undefined): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  if (typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream) {
    return { body: body as BodyInit };
  }
  if (body instanceof URLSearchParams) {
    return { body: body.toString(), type: "application/x-www-form-urlencoded" };
  }
  return { body: JSON.stringify(body), type: "application/json" };
}

/** A client of the API in this process: the whole pipeline without a socket. Every response is checked against
 *  the contract. */
export function api(): ApiClient {
  return {
    async call<T>(
      key: string | null,
      method: string,
      path: string,
      body?: object | string,
      params: HeaderParams = {},
    ): Promise<ApiResponse<T>> {
      const encoded = encode(body);
      const headers = new Headers();
      if (key !== null) headers.set("Authorization", `Bearer ${key}`);
      if (encoded.type) headers.set("Content-Type", encoded.type);
      if (method === "POST") headers.set("Idempotency-Key", newId("req"));
      for (const [name, value] of Object.entries(params)) {
        if (value === null) headers.delete(name);
        else headers.set(name, value);
      }
      const init = { method, headers, body: encoded.body, duplex: "half" as const };
      const response = await apiApp.fetch(new Request(`http://localhost${path}`, init));
      const text = await response.text();
      const parsed = text === "" ? null : JSON.parse(text);
      const answer = { status: response.status, headers: response.headers, body: parsed, text };
      assertInContract(method, path, answer);
      return { ...answer, body: parsed as T };
    },
  };
}
