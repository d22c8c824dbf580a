import type { QuickStartView } from "#lib/dashboard/views/home.ts";

type Done = Pick<QuickStartView, "key" | "firstPayment" | "endpoint" | "delivered">;

/** Which of the quick-start steps are done, in order. */
export function stepsOf({ key, firstPayment, endpoint, delivered }: Done) {
  return {
    key: key !== null,
    charge: firstPayment !== null,
    endpoint: endpoint !== null,
    webhook: delivered !== null,
  };
}

/** Number of steps done and in all. */
export function progressOf(start: Done): { done: number; of: number } {
  const steps = Object.values(stepsOf(start));
  return { done: steps.filter(Boolean).length, of: steps.length };
}
