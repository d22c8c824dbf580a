"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import { isAboutHooks } from "../../hook-reads.ts";

/** What each of an endpoint's dialogs is given. */
export type EndpointDialogProps = {
  endpoint: EndpointDetailView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Has everything about webhooks read again after a change: what is on the screen at once, unless it
 *  is about to be left (`later`). */
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
