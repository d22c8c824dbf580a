// What the client uses of its platform, as structural types: the published types then compile without those of Node or
// the DOM.

import { PACKAGE_VERSION } from "./version.ts";

/** The headers of a response. */
export interface HeadersLike {
  get(name: string): string | null;
}

/** A signal that ends a call early; every `AbortSignal` is one. */
export interface SignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What the client needs of a response. */
export interface ResponseLike {
  readonly status: number;
  readonly headers: HeadersLike;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** One HTTP request, as the client passes it to `fetch`. */
export interface RequestInitLike {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: "manual";
  // The platform's own type differs between Node, Deno and browsers.
  signal: never;
}

/** A replacement for the global `fetch`, such as one that uses a proxy. */
export type FetchLike = (url: string, init: RequestInitLike) => Promise<ResponseLike>;

/** A setting from the environment; undefined where there is none, as in browsers. */
export function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    // Deno without permission to read the environment.
    return undefined;
  }
}

/** `paydesk/1.0.0 (node 26.1.0; linux)`, for the request log. Undefined in browsers, which send their own and would ask the
 * service before each call whether they may send another. */
export function userAgent(product: string): string | undefined {
  const { process } = globalThis as {
    process?: { versions?: Record<string, string | undefined>; platform?: string };
  };
  const { node, deno, bun } = process?.versions ?? {};
  if (!node) return undefined;
  const runtime = deno ? `deno ${deno}` : bun ? `bun ${bun}` : `node ${node}`;
  return `${product}/${PACKAGE_VERSION} (${runtime}; ${process?.platform})`;
}

/** A random identifier of 128 bits for idempotency keys. `randomUUID` is missing on pages without TLS. */
export const randomId = (): string =>
  [...globalThis.crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Waits. Rejects with the signal's reason if it aborts first. */
export function pause(ms: number, signal?: SignalLike): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
