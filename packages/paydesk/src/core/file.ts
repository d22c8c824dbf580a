import type { HeadersLike, ResponseLike } from "./platform.ts";

/** A file that the service answered with. Read it once: as text, as bytes, or piece by piece. */
export class FileAnswer {
  readonly contentType: string;
  readonly headers: HeadersLike;
  readonly #response: ResponseLike & { readonly body?: unknown };

  constructor(response: ResponseLike) {
    this.#response = response;
    this.headers = response.headers;
    this.contentType = response.headers.get("content-type") ?? "";
  }

  text(): Promise<string> {
    return this.#response.text();
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#response.arrayBuffer());
  }

  /** The file piece by piece, for files that are longer than memory. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const { body } = this.#response;
    if (body) yield* body as AsyncIterable<Uint8Array>;
  }
}
