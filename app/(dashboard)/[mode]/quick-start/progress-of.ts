import type { QuickStartView } from "#lib/dashboard/views/home.ts";

type Done = Pick<QuickStartView, "key" | "firstPayment" | "endpoint" | "delivered">;

/** Which of the steps everybody takes are done, in their order. */
export function stepsOf({ key, firstPayment, endpoint, delivered }: Done) {
  return {
    key: key !== null,
    charge: firstPayment !== null,
    endpoint: endpoint !== null,
    webhook: delivered !== null,
  };
}

/** How many of the steps are done, and of how many. */
export function progressOf(start: Done): { done: number; of: number } {
  const steps = Object.values(stepsOf(start));
  return { done: steps.filter(Boolean).length, of: steps.length };
}
