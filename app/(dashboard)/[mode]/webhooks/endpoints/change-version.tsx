"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { urlParts } from "#components/format/delivery-labels.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { later } from "#components/ui/later.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { ShapeChange } from "#components/versions/field-diff.ts";
import { client } from "#lib/dashboard/client.ts";
import type { EndpointView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../session.tsx";
import { isAboutHooks } from "../hook-reads.ts";

const VersionDiffs = later(() =>
  import("./version-diffs.tsx").then(({ VersionDiffs }) => VersionDiffs),
);

export type ChangeVersionProps = {
  endpoint: Pick<EndpointView, "id" | "url" | "version">;
  /** Every released version. */
  versions: readonly string[];
  changes: readonly ShapeChange[];
  /** The suggested version; another can be chosen. */
  target?: string;
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Changes an endpoint's pin, after showing the effect on its own latest events. */
export function ChangeVersion(props: ChangeVersionProps) {
  const { versions, changes, trigger, open, onOpenChange } = props;
  const { mode } = useSession();
  const queries = useQueryClient();
  const [chosen, choose] = useState<string | null>(null);
  // As it was when the dialog opened: the new pin must not reverse the question.
  const [endpoint, setEndpoint] = useState(props.endpoint);
  const others = versions.filter((version) => version !== endpoint.version);
  const wanted = chosen ?? props.target;
  const target = others.find((version) => version === wanted) ?? others[0];
  const { host } = urlParts(endpoint.url);
  if (!target) return null;
  const pin = async (version: string, fromVersion: string) => {
    await client.post("/:mode/endpoints/:id", { mode, id: endpoint.id }, { version, fromVersion });
    await queries.invalidateQueries({
      predicate: (query) =>
        isAboutHooks(query) || String(query.queryKey[1]).startsWith(`/${mode}/versions`),
    });
  };
  return (
    <ConfirmDialog
      wide
      danger={mode === "live"}
      title={`Pin ${host} to ${target}?`}
      touches={`Bodies sent to ${host} use ${target} from now on, including retries of earlier events. Your requests and other endpoints are not affected.`}
      verb={`Pin to ${target}`}
      typeToConfirm={mode === "live" ? host : undefined}
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        if (next) {
          choose(null);
          setEndpoint(props.endpoint);
        }
        onOpenChange?.(next);
      }}
      onConfirm={async () => {
        await pin(target, endpoint.version);
        toast.done(`${host} is now pinned to ${target}`, {
          undo: {
            run: () => pin(endpoint.version, target),
            done: `${host} is pinned to ${endpoint.version} again`,
          },
        });
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
        <span className="font-medium">
          From <span className="tabular-nums">{endpoint.version}</span> to
        </span>
        <Segmented
          label="Target version"
          choices={others.map((version) => ({ value: version, label: version }))}
          value={target}
          onChange={choose}
        />
      </div>
      <VersionDiffs endpointId={endpoint.id} target={target} changes={changes} />
    </ConfirmDialog>
  );
}
