import { ConnectionError, errorOf, PaydeskError } from "../errors.ts";
import { ApiCall, type ResponseFacts, type WithResponse } from "./call.ts";
import { encodeQuery, type Params } from "./encode.ts";
import { FileAnswer } from "./file.ts";
import { type List, ListCall } from "./list.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";
import {
  environment,
  type FetchLike,
  pause,
  type ResponseLike,
  randomId,
  type SignalLike,
  userAgent,
} from "./platform.ts";
import { canRetry, pauseBefore, retryAfterMs } from "./retry.ts";

/** One operation with its parameters. */
export interface Operation {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: object | undefined;
  body?: object | undefined;
}

type Options = RequestOptions<string>;

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;

/** Sends calls: authentication, version, idempotency, timeouts and retries. */
export class Transport {
  readonly #key: string;
  readonly #baseUrl: string;
  readonly #fetch: FetchLike;
  readonly #defaults: ClientOptions<string>;
  readonly #userAgent: string | undefined;

  /** `product` is the program's name in `User-Agent`. Throws `PaydeskError` without a key or an address. */
  constructor(key: string, options: ClientOptions<string>, product = "paydesk") {
    if (typeof key !== "string" || !/^\S+$/.test(key)) {
      throw new PaydeskError("A key is required: new Paydesk(process.env.PAYDESK_SECRET_KEY).");
    }
    this.#key = key;
    this.#baseUrl = addressOf(options.baseUrl ?? environment("PAYDESK_URL"));
    this.#fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#defaults = options;
    this.#userAgent = userAgent(product);
  }

  call<T>(operation: Operation, options?: Options): ApiCall<T> {
    return new ApiCall(this.#json<T>(operation, options));
  }

  list<T>(operation: Operation, options?: Options): ListCall<T> {
    const read = (query: Params) => this.#json<List<T>>({ ...operation, query }, options);
    return new ListCall(read, (operation.query ?? {}) as Params);
  }

  file(operation: Operation, accept: string, options?: Options): ApiCall<FileAnswer> {
    // Not read here: a file can be longer than memory.
    const read = async (response: ResponseLike) => new FileAnswer(response);
    return new ApiCall(this.#send(operation, options ?? {}, accept, read));
  }

  #json<T>(operation: Operation, options: Options = {}): Promise<WithResponse<T>> {
    const read = async (response: ResponseLike) => JSON.parse(await response.text()) as T;
    return this.#send(operation, options, "application/json", read);
  }

  /** Repeats the call, always with the same idempotency key, until it is answered or no retry is left. */
  async #send<T>(
    operation: Operation,
    options: Options,
    accept: string,
    read: (response: ResponseLike) => Promise<T>,
  ): Promise<WithResponse<T>> {
    const key = operation.method === "GET" ? null : (options.idempotencyKey ?? randomId());
    const retries = options.maxRetries ?? this.#defaults.maxRetries ?? DEFAULT_RETRIES;
    const init = this.#request(operation, options, key, accept);
    const url = this.#baseUrl + operation.path + encodeQuery(operation.query);
    for (let number = 0; ; number++) {
      const outcome = await this.#attempt(url, init, options, key, read);
      if ("answer" in outcome) return outcome.answer;
      const waitMs = pauseBefore(number, outcome.askedMs);
      if (!outcome.canRetry || number >= retries || waitMs === null) throw outcome.error;
      await pause(waitMs, options.signal);
    }
  }

  #request({ method, body }: Operation, options: Options, key: string | null, accept: string) {
    const headers: Record<string, string> = {
      ...options.headers,
      authorization: `Bearer ${this.#key}`,
      accept,
    };
    const isOwn = Object.keys(headers).some((name) => name.toLowerCase() === "user-agent");
    if (this.#userAgent && !isOwn) headers["user-agent"] = this.#userAgent;
    const version = options.version ?? this.#defaults.version;
    if (version) headers["service-version"] = version;
    if (key !== null) headers["idempotency-key"] = key;
    if (body === undefined) return { method, headers };
    headers["content-type"] = "application/json";
    return { method, headers, body: JSON.stringify(body) };
  }

  async #attempt<T>(
    url: string,
    init: Init,
    options: Options,
    key: string | null,
    read: (response: ResponseLike) => Promise<T>,
  ): Promise<Outcome<T>> {
    const timeoutMs = options.timeoutMs ?? this.#defaults.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const limit = new TimeLimit(timeoutMs, options.signal);
    try {
      const response = await this.#fetch(url, {
        ...init,
        redirect: "manual",
        signal: limit.signal,
      });
      const { status, headers } = response;
      if (status >= 200 && status < 300) {
        return { answer: { data: await read(response), response: factsOf(response) } };
      }
      const error = errorOf(status, headers, await response.text());
      const askedMs = retryAfterMs(headers);
      return { error, askedMs, canRetry: canRetry(status, error.raw.code) };
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      return {
        error: connectionError(limit, timeoutMs, key, cause),
        askedMs: null,
        canRetry: true,
      };
    } finally {
      limit.end();
    }
  }
}

type Init = { method: string; headers: Record<string, string>; body?: string };

type Outcome<T> =
  | { answer: WithResponse<T> }
  | { error: PaydeskError; askedMs: number | null; canRetry: boolean };

/** Aborts a call after its time, or when the caller's signal does. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #outer: SignalLike | undefined;
  readonly #stop = () => this.#controller.abort(this.#outer?.reason);
  hasEnded = false;

  constructor(ms: number, outer: SignalLike | undefined) {
    this.#outer = outer;
    this.#timer = setTimeout(() => {
      this.hasEnded = true;
      this.#controller.abort();
    }, ms);
    if (outer?.aborted) this.#stop();
    else outer?.addEventListener("abort", this.#stop, { once: true });
  }

  get signal(): never {
    return this.#controller.signal as never;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#stop);
  }
}

function connectionError(limit: TimeLimit, ms: number, key: string | null, cause: unknown) {
  return limit.hasEnded
    ? new ConnectionError("timeout", `The service did not answer within ${ms} ms.`, key, cause)
    : new ConnectionError(
        "connection_failed",
        `No connection to the service: ${reasonOf(cause)}.`,
        key,
        cause,
      );
}

/** The innermost reason of a failed connection, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = error as { cause?: unknown; code?: unknown; message?: unknown };
  if (cause !== undefined && cause !== error) return reasonOf(cause);
  return typeof code === "string" ? code : String(message ?? error);
}

function factsOf({ status, headers }: ResponseLike): ResponseFacts {
  return {
    status,
    headers,
    requestId: headers.get("service-request-id"),
    version: headers.get("service-version"),
    replayed: headers.get("service-idempotent-replay") === "true",
  };
}

function addressOf(text: string | undefined): string {
  if (!text) {
    throw new PaydeskError(
      "The address of the service is required: new Paydesk(key, { baseUrl }) or the variable PAYDESK_URL.",
    );
  }
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new PaydeskError(
      `baseUrl must be an address such as https://pay.example.com, not "${text}".`,
    );
  }
  return text.replace(/\/+$/, "").replace(/\/v1$/, "");
}
