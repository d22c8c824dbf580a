"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { isAboutHooks } from "../../hook-reads.ts";

/** Props of every dialog of an endpoint. */
export type EndpointDialogProps = {
  endpoint: EndpointDetailView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Refetches everything about webhooks after a change; with `later` on the next visit, because the screen is about to
 * close. */
export function useRefreshHooks(): (when?: "now" | "later") => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    (when = "now") =>
      queries.invalidateQueries({
        predicate: isAboutHooks,
        refetchType: when === "now" ? "active" : "none",
      }),
    [queries],
  );
}
