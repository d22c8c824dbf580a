import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { bookOn } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import {
  type Statement,
  type StatementQuestion,
  statementOf,
} from "#lib/rails/process/statement.ts";

/** The rail's behaviour during one action: normal, down, or silent (acts but never responds). */
export const TROUBLES = ["none", "down", "silent"] as const;
export type Trouble = (typeof TROUBLES)[number];

export type FlakyRail = {
  /** Sets the behaviour from now on. A rail that is down recovers after some queries: advancing the clock by
   *  days queries it every 30 s of that time, and more failures test nothing new. */
  trouble: Trouble;
  /** The rail's own book at the current time plus the lead of the clock. */
  statement(aheadMs: StatementQuestion["aheadMs"]): Promise<Statement>;
  putBack(): void;
};

/** Number of failed queries after which the rail is up again. */
const DOWN_FOR = 12;

type Operation = (question: never) => Promise<unknown>;

/** The sandbox rail with a book and configurable failures: `down` receives nothing; `silent` acts but never
 *  responds. Queries about outcomes are answered unless the rail is down. */
export function useFlakyRail(): FlakyRail {
  const book = bookOn({ lines: [], journal: { append: async () => {}, close: async () => {} } });
  const booked = bookedRail(railFor("test"), book);
  let current: Trouble = "none";
  let refused = 0;
  const flaky: FlakyRail = {
    get trouble() {
      return current;
    },
    set trouble(trouble) {
      current = trouble;
      refused = 0;
    },
    statement: async (aheadMs) => ({
      ...(await statementOf(book, booked, { aheadMs })),
      untold: 0,
    }),
    putBack: () => {},
  };
  const noAnswer = () => new RailUnavailableError("the rail of this life does not answer");
  const failing = (name: string, operation: Operation) => async (question: never) => {
    const { trouble } = flaky;
    if (trouble === "down" && ++refused <= DOWN_FOR) throw noAnswer();
    const answer = await operation(question);
    if (trouble === "silent" && !name.endsWith("Status")) throw noAnswer();
    return answer;
  };
  const operations = Object.entries(booked as Record<string, Operation>);
  const rail = Object.fromEntries(operations.map(([name, one]) => [name, failing(name, one)]));
  flaky.putBack = useRail("test", rail as unknown as Rail);
  return flaky;
}
