"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { plural } from "#components/format/delivery-labels.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { useSession } from "../../session.tsx";
import { isAboutHooks } from "../webhooks/hook-reads.ts";
import { atStake } from "./version-labels.ts";

type Props = {
  view: VersionsView;
  target: string;
  trigger: ReactElement<Record<string, unknown>>;
};

/** Changes the mode's pin, after showing in numbers which requests are affected. */
export function PinDialog({ view, target, trigger }: Props) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const { requests, keys, named } = atStake(view);
  return (
    <ConfirmDialog
      danger={mode === "live"}
      title={`Pin ${mode} mode to ${target}?`}
      touches={
        requests === 0 ? (
          "No request relied on the pin in the last 24 hours. The next one is answered in the new version."
        ) : (
          <>
            <strong className="font-semibold text-ink">
              {plural(requests, "request")} from {plural(keys, "key")}
            </strong>{" "}
            relied on the pin in the last 24 hours. The next one is answered in {target}{" "}
            immediately.
          </>
        )
      }
      verb={`Pin to ${target}`}
      typeToConfirm={mode === "live" ? session.account.name : undefined}
      trigger={trigger}
      onConfirm={async () => {
        const next = await client.post(
          "/:mode/versions",
          { mode },
          {
            version: target,
            from: view.pin,
            name: session.account.name,
          },
        );
        queries.setQueryData(read("/:mode/versions", { mode }).queryKey, next);
        // Refetch everything that shows an object in the pinned version.
        void queries.invalidateQueries({
          predicate: ({ queryKey }) =>
            queryKey[1] === "/account" || /\/json$|\/compare$/.test(String(queryKey[1])),
        });
        void queries.invalidateQueries({ predicate: isAboutHooks });
        toast.done(`${mode === "live" ? "Live" : "Test"} mode is pinned to ${target}`);
      }}
    >
      <ul className="flex list-disc flex-col gap-1 pl-4 text-13 text-ink-muted marker:text-ink-faint">
        <li>
          {named === 0
            ? "Requests that name a version in a header are not affected; there were none in 24 hours."
            : `${plural(named, "request")} in 24 hours named a version in a header and are not affected.`}
        </li>
        <li>
          {plural(view.endpoints.length, "webhook endpoint")}{" "}
          {view.endpoints.length === 1 ? "has its" : "have their"} own pin and keep
          {view.endpoints.length === 1 ? "s" : ""} it.
        </li>
        <li>
          {target > view.pin
            ? "You can undo this here for 72 hours, down to the present pin."
            : "You can upgrade again at any time."}
        </li>
      </ul>
    </ConfirmDialog>
  );
}
