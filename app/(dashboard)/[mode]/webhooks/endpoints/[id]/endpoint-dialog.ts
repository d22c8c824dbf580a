"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { EndpointDetailView } from "#lib/dashboard/client.ts";
import { isAboutHooks } from "../../hook-reads.ts";

/** What each of an endpoint's dialogs is given. */
export type EndpointDialogProps = {
  endpoint: EndpointDetailView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Has everything about webhooks read again: after any change. */
export function useRefreshHooks(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ predicate: isAboutHooks }), [queries]);
}
