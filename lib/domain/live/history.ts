import { randomUUID } from "node:crypto";
import type { LiveChange } from "./types.ts";

const MAX_STORED = 2_000;

/**
 * The latest changes that this process has announced, so that a reconnected stream can resume. The history of a place
 * starts when its first stream opens.
 */
export class History {
  /** Distinguishes the histories of processes and restarts. */
  readonly #epoch = randomUUID().slice(0, 8);
  readonly #kept: { number: number; place: string; kinds: readonly string[] }[] = [];
  #number = 0;

  /** Returns the id of the latest change. */
  latestId(): string {
    return `${this.#epoch}-${this.#number}`;
  }

  /** Stores a change of a place. */
  add(place: string, kinds: readonly string[]): LiveChange {
    this.#number += 1;
    this.#kept.push({ number: this.#number, place, kinds });
    if (this.#kept.length > MAX_STORED) this.#kept.shift();
    return { id: this.latestId(), kinds };
  }

  /** Returns the changes of a place after an id, null if there are none, and `["all"]` if they are not known. `begun`:
   *  the id at which the history of the place started. */
  since(place: string, id: string, begun: string): LiveChange | null {
    const last = this.#numberOf(id);
    const first = this.#numberOf(begun) ?? Number.POSITIVE_INFINITY;
    const oldest = this.#kept[0]?.number ?? 1;
    if (last === null || last < first || last < oldest - 1 || last > this.#number) {
      return { id: this.latestId(), kinds: ["all"] };
    }
    const missed = this.#kept.filter((one) => one.place === place && one.number > last);
    const kinds = [...new Set(missed.flatMap((one) => one.kinds))];
    return kinds.length > 0 ? { id: this.latestId(), kinds } : null;
  }

  #numberOf(id: string): number | null {
    const [epoch, number] = id.split("-");
    return epoch === this.#epoch && /^\d{1,15}$/.test(number ?? "") ? Number(number) : null;
  }
}
