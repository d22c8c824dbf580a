import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";
import { bookOn } from "#lib/rails/process/book.ts";
import { bookedRail } from "#lib/rails/process/booked-rail.ts";
import {
  type Statement,
  type StatementQuestion,
  statementOf,
} from "#lib/rails/process/statement.ts";

/** How the rail behaves while one thing is done: as it should, not at all, or without ever answering. */
export const TROUBLES = ["none", "down", "silent"] as const;
export type Trouble = (typeof TROUBLES)[number];

export type FlakyRail = {
  /** From now on. A rail that is down comes up again after some questions: a clock that is advanced by days asks
   *  again every half a minute of them, and nothing more is learned of it. */
  trouble: Trouble;
  /** The rail's own book, as of now and of a clock that is so far ahead. */
  statement(aheadMs: StatementQuestion["aheadMs"]): Promise<Statement>;
  putBack(): void;
};

/** Nothing gets through until so many have tried. */
const DOWN_FOR = 12;

type Operation = (question: never) => Promise<unknown>;

/** The sandbox's rail with a book, failing as it is told: at `down` nothing arrives, at `silent` everything is done and
 *  nothing answered. Questions about what was done are answered, unless it is down. */
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
