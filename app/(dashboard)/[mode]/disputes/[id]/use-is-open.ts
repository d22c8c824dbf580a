import { useTimeFrame } from "#components/time/time-context.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";

/** Whether evidence can still be submitted: none was, and the deadline has not passed. */
export function useIsOpen(dispute: Pick<DisputeView, "status" | "evidenceDueBy">): boolean {
  const { present } = useTimeFrame();
  return (
    dispute.status === "needs_response" && Date.parse(dispute.evidenceDueBy) > present.getTime()
  );
}
