import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Events can become visible slightly out of order, because transactions commit in any order. Reads reach this far
 * back. */
const LOOK_BACK_MS = 30_000;

type Kept = {
  /** Every event up to this one is done; null: none yet. */
  anchor: string | null;
  /** Newer events that are done too. */
  done: string[];
};

/** Which objects of a list that is followed were handled. A list can get older objects than the newest that it has shown:
 * only those that are old enough are left behind. */
export class Follower {
  anchor: string | null = null;
  protected readonly done = new Set<string>();

  beginAfter(anchor: string | null): void {
    this.anchor = anchor;
    this.done.clear();
  }

  isDone(id: string): boolean {
    return this.done.has(id);
  }

  markDone(id: string): void {
    this.done.add(id);
    this.moveAnchor();
  }

  /** The newest object that is old enough that no earlier one can still appear. */
  private moveAnchor(): void {
    const ids = [...this.done].sort();
    const newest = ids.at(-1);
    if (newest === undefined) return;
    const settled = ids.filter((id) => idTimeMs(id) < idTimeMs(newest) - LOOK_BACK_MS);
    if (settled.length === 0) return;
    this.anchor = settled.at(-1)!;
    for (const id of settled) this.done.delete(id);
  }
}

/** How far forwarding has come, saved to a file after every event, so that a restarted listener resumes there. */
export class Progress extends Follower {
  readonly path: string;
  private readonly isKept: boolean;

  /** `isKept`: false keeps it in memory only. */
  constructor(path: string, isKept = true) {
    super();
    this.path = path;
    this.isKept = isKept;
  }

  /** Returns whether an earlier run left progress to resume from. */
  load(): boolean {
    if (!existsSync(this.path)) return false;
    try {
      const kept = JSON.parse(readFileSync(this.path, "utf8")) as Kept;
      if (kept.anchor !== null && typeof kept.anchor !== "string") return false;
      this.anchor = kept.anchor;
      for (const id of kept.done) this.done.add(id);
      return true;
    } catch {
      return false;
    }
  }

  override beginAfter(anchor: string | null): void {
    super.beginAfter(anchor);
    this.save();
  }

  override markDone(id: string): void {
    super.markDone(id);
    this.save();
  }

  private save(): void {
    if (!this.isKept) return;
    const kept: Kept = { anchor: this.anchor, done: [...this.done] };
    mkdirSync(dirname(this.path), { recursive: true });
    // Written atomically, because the listener can be killed at any time.
    writeFileSync(`${this.path}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_CHARS = 10;

/** The creation time in an identifier, in ms since 1970; NaN if it has none. */
function idTimeMs(id: string): number {
  const start = id.lastIndexOf("_") + 1;
  let ms = 0;
  for (const character of id.slice(start, start + TIME_CHARS)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return Number.NaN;
    ms = ms * ALPHABET.length + digit;
  }
  return id.length < start + TIME_CHARS ? Number.NaN : ms;
}
