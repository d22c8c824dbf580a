import { afterEach } from "node:test";

type Step = () => void;

/** Puts back, after each test of the file and when `run` is called, what a test replaced: the latest first, because it can
 *  have replaced what an earlier one put in place. */
export function undoAfterEach(): { push(...steps: Step[]): void; run(): void } {
  const steps: Step[] = [];
  const run = () => {
    for (const step of steps.splice(0).reverse()) step();
  };
  afterEach(run);
  return { push: (...more) => void steps.push(...more), run };
}
