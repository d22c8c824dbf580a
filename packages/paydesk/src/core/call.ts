import type { HeadersLike } from "./platform.ts";

/** What came with the body of a response. */
export interface ResponseFacts {
  status: number;
  headers: HeadersLike;
  requestId: string | null;
  /** The dated version in which the body is rendered. */
  version: string | null;
  /** Whether the service answered with the stored response of an earlier call with the same idempotency key. */
  replayed: boolean;
}

export interface WithResponse<T> {
  data: T;
  response: ResponseFacts;
}

/** A running call: a promise of the body. `withResponse()` also gives status, headers and request id. */
export class ApiCall<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "ApiCall";
  readonly #answer: Promise<WithResponse<T>>;

  constructor(answer: Promise<WithResponse<T>>) {
    this.#answer = answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise of the body, with more to ask.
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally);
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#answer;
  }
}
