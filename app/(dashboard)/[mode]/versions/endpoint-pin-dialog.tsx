"use client";

import { Button } from "#components/ui/button.tsx";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { useSession } from "../../session.tsx";
import { ChangeVersion } from "../webhooks/endpoints/change-version.tsx";
import { useContract } from "./contract.ts";

type Props = { view: VersionsView; endpoint: VersionsView["endpoints"][number]; target: string };

/** Changes the pin of one endpoint, and with it the bodies of future deliveries. */
export function EndpointPinDialog({ view, endpoint, target }: Props) {
  const { session } = useSession();
  const { changes } = useContract();
  if (!session.may.includes("manage_webhooks")) {
    return (
      <span className="text-13 text-ink-muted">
        Owners, admins and developers can change the pin.
      </span>
    );
  }
  return (
    <ChangeVersion
      endpoint={endpoint}
      versions={view.versions.map(({ version }) => version)}
      changes={changes}
      target={target}
      trigger={<Button variant="primary">Pin this endpoint to {target}</Button>}
    />
  );
}
