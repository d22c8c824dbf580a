import { type Rail, RailUnavailableError, railFor, useRail } from "#lib/rails/index.ts";

/** How the rail behaves while one thing is done: as it should, not at all, or without ever answering. */
export const TROUBLES = ["none", "down", "silent"] as const;
export type Trouble = (typeof TROUBLES)[number];

export type FlakyRail = { trouble: Trouble; putBack(): void };

type Operation = (question: never) => Promise<unknown>;

/** The sandbox's rail, failing as it is told: at `down` nothing arrives, at `silent` everything is done and
 *  nothing answered. Questions about what was done are answered, unless it is down. */
export function useFlakyRail(): FlakyRail {
  const flaky: FlakyRail = { trouble: "none", putBack: () => {} };
  const noAnswer = () => new RailUnavailableError("the rail of this life does not answer");
  const failing = (name: string, operation: Operation) => async (question: never) => {
    const { trouble } = flaky;
    if (trouble === "down") throw noAnswer();
    const answer = await operation(question);
    if (trouble === "silent" && !name.endsWith("Status")) throw noAnswer();
    return answer;
  };
  const operations = Object.entries(railFor("test") as Record<string, Operation>);
  const rail = Object.fromEntries(operations.map(([name, one]) => [name, failing(name, one)]));
  flaky.putBack = useRail("test", rail as unknown as Rail);
  return flaky;
}
