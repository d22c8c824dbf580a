import { nowMs } from "#lib/kernel/clock.ts";
import { encode, OPERATIONS, type Operation } from "../protocol/messages.ts";
import type { Rail } from "../rail.ts";
import { type Journal, openJournal } from "./journal.ts";

/** Operations that are executed at most once per id, and therefore stored. */
export const BOOKED = [
  "authorise",
  "authenticate",
  "capture",
  "cancel",
  "refund",
  "cancelRefund",
  "payOut",
  // Received credits, stored as their answer.
  "creditStatus",
  "disputeStatus",
] as const satisfies readonly Operation[];
export type Booked = (typeof BOOKED)[number];

type Question<Name extends Operation> = Parameters<Rail[Name]>[0];
type Answer<Name extends Operation> = Awaited<ReturnType<Rail[Name]>>;

/** One executed operation. */
export type Entry<Name extends Booked = Booked> = {
  operation: Name;
  atMs: number;
  request: Question<Name>;
  answer: Answer<Name>;
};

/** The id was used before with other parameters; nothing was done. */
export class ConflictError extends Error {
  override name = "ConflictError";
}

type Line = { request: string; entry: Promise<Entry> };

export type Book = ReturnType<typeof bookOn>;

/** Opens the book in a file that survives a kill and a power cut. */
export async function openBook(path: string) {
  return bookOn(await openJournal(path));
}

/** The rail's record of its operations by our id, on a journal that may already have lines. The same id with the same
 * request is the same operation: it is executed once and gets the same answer each time. Contains no card numbers or
 * codes, because tokenising is not booked. */
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

  /** Runs `work` unless it is done under this id. Resolves once the answer is on disk. Throws `ConflictError` if the
   * id was used with another request. */
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
    // Failed work counts as not done.
    doing.catch(() => entries.delete(key));
    return (await doing).answer as Answer<Name>;
  };

  return {
    once,
    /** The entry of an id, or null; waits for running work. */
    async find<Name extends Booked>(operation: Name, id: string): Promise<Entry<Name> | null> {
      const line = entries.get(keyOf(operation, id));
      return line ? ((await line.entry.catch(() => null)) as Entry<Name> | null) : null;
    },
    /** Counts a status request. */
    noteQuestion(): void {
      asked++;
    },
    /** Status requests since the start. */
    get asked(): number {
      return asked;
    },
    /** All entries in order. */
    get entries(): readonly Entry[] {
      return done;
    },
    /** Repeated operations by name since the start. */
    get repeats(): Readonly<Partial<Record<Booked, number>>> {
      return repeats;
    },
    /** Conflicting operations since the start. */
    get conflicts(): number {
      return conflicts;
    },
    close: () => journal.close(),
  };
}

/** Identifies a request by everything except its time. */
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
