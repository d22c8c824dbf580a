import { randomUUID } from "node:crypto";
import type { LiveChange } from "./types.ts";

const MOST_KEPT = 2_000;

/**
 * What this process has announced of late, so that a stream that broke off goes on where it was. A place's
 * history begins when somebody begins to look at it; of before, nothing is known.
 */
export class History {
  /** Another process, or this one started anew, has another history. */
  readonly #epoch = randomUUID().slice(0, 8);
  readonly #kept: { number: number; place: string; kinds: readonly string[] }[] = [];
  #number = 0;

  /** The id of the present, for whoever begins to look. */
  present(): string {
    return `${this.#epoch}-${this.#number}`;
  }

  /** Keeps what is announced of a place. */
  add(place: string, kinds: readonly string[]): LiveChange {
    this.#number += 1;
    this.#kept.push({ number: this.#number, place, kinds });
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    return { id: this.present(), kinds };
  }

  /** What a place has missed since an id; all where that is not known. `begun`: the id of when somebody began
   *  to look at it. */
  since(place: string, id: string, begun: string): LiveChange | null {
    const last = this.#numberOf(id);
    const first = this.#numberOf(begun) ?? Number.POSITIVE_INFINITY;
    const oldest = this.#kept[0]?.number ?? 1;
    if (last === null || last < first || last < oldest - 1 || last > this.#number) {
      return { id: this.present(), kinds: ["all"] };
    }
    const missed = this.#kept.filter((one) => one.place === place && one.number > last);
    const kinds = [...new Set(missed.flatMap((one) => one.kinds))];
    return kinds.length > 0 ? { id: this.present(), kinds } : null;
  }

  #numberOf(id: string): number | null {
    const [epoch, number] = id.split("-");
    return epoch === this.#epoch && /^\d{1,15}$/.test(number ?? "") ? Number(number) : null;
  }
}
