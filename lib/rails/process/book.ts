import { nowMs } from "#lib/kernel/clock.ts";
import { encode, OPERATIONS, type Operation } from "../protocol/messages.ts";
import type { Rail } from "../rail.ts";
import { type Journal, openJournal } from "./journal.ts";

/** Operations that are done at most once per id, and so are kept. */
export const BOOKED = [
  "authorise",
  "authenticate",
  "capture",
  "cancel",
  "refund",
  "cancelRefund",
  "payOut",
  // What came in by itself: kept as what is answered of it.
  "creditStatus",
  "disputeStatus",
] as const satisfies readonly Operation[];
export type Booked = (typeof BOOKED)[number];

type Question<Name extends Operation> = Parameters<Rail[Name]>[0];
type Answer<Name extends Operation> = Awaited<ReturnType<Rail[Name]>>;

/** One operation that was carried out. */
export type Entry<Name extends Booked = Booked> = {
  operation: Name;
  atMs: number;
  request: Question<Name>;
  answer: Answer<Name>;
};

/** The id was used before, for something else: nothing was done. */
export class ConflictError extends Error {
  override name = "ConflictError";
}

type Line = { request: string; entry: Promise<Entry> };

export type Book = ReturnType<typeof bookOn>;

/** The book in a file that survives a kill and a power cut. */
export async function openBook(path: string) {
  return bookOn(await openJournal(path));
}

/**
 * The rail's own record of what it has done, by our id, in a journal that may hold some of it already. The
 * same id with the same question is the same operation: it is done once, and answered again and again. No
 * card number or code is ever in it: tokenising is not booked.
 */
export function bookOn({ lines, journal }: { lines: readonly string[]; journal: Journal }) {
  const entries = new Map<string, Line>();
  const done: Entry[] = [];
  const repeats: Partial<Record<Booked, number>> = {};
  let asked = 0;
  let conflicts = 0;
  for (const line of lines) {
    const entry = readEntry(line);
    done.push(entry);
    entries.set(keyOf(entry.operation, entry.request.id), {
      request: identityOf(entry.request),
      entry: Promise.resolve(entry),
    });
  }

  /** Does `work` unless it was done under this id before. Resolves once it is on the disk. Throws
   *  `ConflictError` when the id was used with another question. */
  const once = async <Name extends Booked>(
    operation: Name,
    request: Question<Name>,
    work: () => Promise<Answer<Name>>,
  ): Promise<Answer<Name>> => {
    const key = keyOf(operation, request.id);
    const text = identityOf(request);
    const before = entries.get(key);
    if (before) {
      if (before.request !== text) {
        conflicts++;
        throw new ConflictError(`${request.id} was used with other parameters.`);
      }
      repeats[operation] = (repeats[operation] ?? 0) + 1;
      return (await before.entry).answer as Answer<Name>;
    }
    const doing = work().then(async (answer) => {
      const entry = { operation, atMs: nowMs(), request, answer } as Entry;
      await journal.append(encode(entry));
      done.push(entry);
      return entry;
    });
    entries.set(key, { request: text, entry: doing });
    // What failed was not done.
    doing.catch(() => entries.delete(key));
    return (await doing).answer as Answer<Name>;
  };

  return {
    once,
    /** What was done under an id, or null; waits while it is being done. */
    async find<Name extends Booked>(operation: Name, id: string): Promise<Entry<Name> | null> {
      const line = entries.get(keyOf(operation, id));
      return line ? ((await line.entry.catch(() => null)) as Entry<Name> | null) : null;
    },
    /** Counts a question about what became of something. */
    noteQuestion(): void {
      asked++;
    },
    /** How often somebody asked what became of something. Since the start. */
    get asked(): number {
      return asked;
    },
    /** Everything that was done, in order. */
    get entries(): readonly Entry[] {
      return done;
    },
    /** How often an operation came again that was done already. Since the start. */
    get repeats(): Readonly<Partial<Record<Booked, number>>> {
      return repeats;
    },
    /** How often an id came again with another question. Since the start. */
    get conflicts(): number {
      return conflicts;
    },
    close: () => journal.close(),
  };
}

/** What makes a question the same one again: all of it but the moment at which it was asked. */
function identityOf(request: object): string {
  return encode({ ...request, askedAtMs: undefined });
}

const keyOf = (operation: Booked, id: string) => `${operation} ${id}`;

function readEntry(line: string): Entry {
  const { operation, atMs, request, answer } = JSON.parse(line) as Entry;
  const shapes = OPERATIONS[operation];
  return {
    operation,
    atMs,
    request: shapes.request.parse(request),
    answer: shapes.answer.parse(answer),
  } as Entry;
}
