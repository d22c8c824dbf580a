import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Prints totals in the format of the other tests. */
export default class Totals implements Reporter {
  readonly #cases = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#cases.add(test);
  }

  onEnd(): void {
    const outcomes = [...this.#cases].map((test) => test.outcome());
    const count = (...wanted: string[]) => outcomes.filter((one) => wanted.includes(one)).length;
    const lines = [
      `# journeys ${outcomes.length}`,
      `# pass ${count("expected", "flaky")}`,
      `# fail ${count("unexpected")}`,
      `# skipped ${count("skipped")}`,
    ];
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
