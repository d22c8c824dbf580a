"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, type VersionsView } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { urlParts } from "../webhooks/delivery-words.ts";
import { isAboutHooks } from "../webhooks/hook-reads.ts";

type Props = { endpoint: VersionsView["endpoints"][number]; target: string };

/** Moves one endpoint's pin: the bodies of its deliveries from now on. */
export function EndpointPinDialog({ endpoint, target }: Props) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const { host } = urlParts(endpoint.url);
  if (!session.may.includes("manage_webhooks")) {
    return (
      <span className="text-13 text-ink-muted">
        Owners, admins and developers can change the pin.
      </span>
    );
  }
  return (
    <ConfirmDialog
      danger={mode === "live"}
      title={`Pin ${host} to ${target}?`}
      touches={`Bodies sent to ${host} are in ${target} from now on, retries of earlier events included. Your requests and your other endpoints are not touched.`}
      verb={`Pin to ${target}`}
      typeToConfirm={mode === "live" ? host : undefined}
      trigger={<Button variant="primary">Pin this endpoint to {target}</Button>}
      onConfirm={async () => {
        await client.post(`/${mode}/endpoints/${endpoint.id}`, { version: target });
        await queries.invalidateQueries({
          predicate: (query) =>
            isAboutHooks(query) || String(query.queryKey[1]).startsWith(`/${mode}/versions`),
        });
        toast.done(`${host} is pinned to ${target}`);
      }}
    />
  );
}
