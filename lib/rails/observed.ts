import { defineCounter, defineTiming } from "#lib/kernel/figures.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { inSpan } from "#lib/kernel/tracing.ts";
import { type Rail, RailRefusedError, RailUnavailableError } from "./rail.ts";

const calls = defineCounter<"mode" | "operation" | "outcome">(
  "paydesk_rail_calls_total",
  "Calls of this process to rails by their result; `unavailable` is a call without a valid answer, `refused` one that the rail found wrong.",
);

const times = defineTiming<"mode" | "operation">(
  "paydesk_rail_call_seconds",
  "Time of this process's calls to rails.",
  [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);

/** A rail whose calls are counted, timed and shown in the trace of the call that makes them. Tells neither what is sent nor
 * what is answered, apart from the name of the result. */
export function observedRail(mode: Mode, rail: Rail): Rail {
  const operations = Object.entries(rail) as Array<
    [string, (request: unknown) => Promise<unknown>]
  >;
  return Object.fromEntries(
    operations.map(([operation, call]) => [
      operation,
      (request: unknown) =>
        observe({ mode, operation }, async () => await call.call(rail, request)),
    ]),
  ) as Rail;
}

async function observe<T>(
  labels: { mode: Mode; operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let outcome = "failed";
  const attributes = { "paydesk.mode": labels.mode };
  try {
    return await inSpan(
      `rail ${labels.operation}`,
      { kind: "client", attributes },
      async (span) => {
        const answer = await call();
        outcome = resultOf(answer);
        span.set(() => ({ "paydesk.rail.result": outcome }));
        return answer;
      },
    );
  } catch (error) {
    if (error instanceof RailUnavailableError) outcome = "unavailable";
    if (error instanceof RailRefusedError) outcome = "refused";
    throw error;
  } finally {
    calls.add({ ...labels, outcome });
    times.observe(labels, (performance.now() - startedAt) / 1_000);
  }
}

/** The name of an answer's result, from the closed list of its operation. */
function resultOf(answer: unknown): string {
  const isNamed = typeof answer === "object" && answer !== null && "result" in answer;
  return isNamed && typeof answer.result === "string" ? answer.result : "answered";
}
