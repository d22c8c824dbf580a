import { Timestamp } from "#components/time/timestamp.tsx";
import { Status } from "#components/ui/status.tsx";
import type { EndpointView } from "#lib/dashboard/client.ts";

type Shown = Pick<EndpointView, "status" | "failingSince">;

/** `Enabled`, `Disabled`, or `Failing` while nothing has arrived since a first failure. */
export function EndpointStatus({ endpoint }: { endpoint: Shown }) {
  const failing = endpoint.status === "enabled" && endpoint.failingSince !== null;
  return <Status status={failing ? "failing" : endpoint.status} />;
}

/** Since when it fails; nothing where it does not. */
export function FailingSince({ endpoint }: { endpoint: Shown }) {
  if (endpoint.status !== "enabled" || endpoint.failingSince === null)
    return <span className="text-ink-faint">–</span>;
  return <Timestamp value={endpoint.failingSince} />;
}
