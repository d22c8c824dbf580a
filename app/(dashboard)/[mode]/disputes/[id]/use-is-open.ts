import { useTimeFrame } from "#components/time/time-context.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";

/** Whether a dispute can still be answered: nothing was handed in, and the time has not run out. */
export function useIsOpen(dispute: Pick<DisputeView, "status" | "evidenceDueBy">): boolean {
  const { present } = useTimeFrame();
  return (
    dispute.status === "needs_response" && Date.parse(dispute.evidenceDueBy) > present.getTime()
  );
}
