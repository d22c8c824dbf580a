import { ApiCall, type WithResponse } from "./call.ts";
import type { Params } from "./encode.ts";

/** One page of a list. */
export interface List<T> {
  object: "list";
  /** Path of this list */
  url: string;
  data: T[];
  has_more: boolean;
  /** Send it as `starting_after` for the next page */
  next_cursor: string | null;
}

type Fetch<T> = (params: Params) => Promise<WithResponse<List<T>>>;

/** A list: awaited it is the first page, in `for await` it is every object. Pages are read as they are needed, newest
 * first. With `ending_before` it goes from that object towards the newest. */
export class ListCall<T> extends ApiCall<List<T>> implements AsyncIterable<T> {
  readonly #first: Promise<WithResponse<List<T>>>;
  readonly #fetch: Fetch<T>;
  readonly #params: Params;

  constructor(fetch: Fetch<T>, params: Params) {
    const first = fetch(params);
    super(first);
    this.#first = first;
    this.#fetch = fetch;
    this.#params = params;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const backwards = this.#params.ending_before !== undefined;
    for (let page = (await this.#first).data; ; ) {
      yield* backwards ? page.data.toReversed() : page.data;
      const cursor = backwards ? firstId(page) : (page.next_cursor ?? lastId(page));
      if (!page.has_more || cursor === undefined) return;
      const name = backwards ? "ending_before" : "starting_after";
      page = (await this.#fetch({ ...this.#params, [name]: cursor })).data;
    }
  }

  /** Every object, at most `max`: a list can be longer than memory. */
  async all({ max }: { max: number }): Promise<T[]> {
    const found: T[] = [];
    if (max <= 0) return found;
    for await (const each of this) {
      found.push(each);
      if (found.length >= max) break;
    }
    return found;
  }
}

const idIn = (object: unknown) => (object as { id?: string } | undefined)?.id;
const firstId = (page: List<unknown>) => idIn(page.data.at(0));
const lastId = (page: List<unknown>) => idIn(page.data.at(-1));
