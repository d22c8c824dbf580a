import type { ReactNode } from "react";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Status } from "#components/ui/status.tsx";
import type { EndpointView } from "#lib/dashboard/views/endpoints.ts";

type Shown = Pick<EndpointView, "status" | "failingSince">;

/** `Enabled`, `Disabled`, or `Failing` since the first failure after the last success. */
export function EndpointStatus({ endpoint }: { endpoint: Shown }) {
  const failing = endpoint.status === "enabled" && endpoint.failingSince !== null;
  return <Status status={failing ? "failing" : endpoint.status} />;
}

/** The time since when it fails, or null. */
export function failingSince({ status, failingSince: since }: Shown): ReactNode {
  return status === "enabled" && since !== null ? <Timestamp value={since} /> : null;
}
