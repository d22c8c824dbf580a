"use client";

import { useQueryClient } from "@tanstack/react-query";
import { client, type SubscriptionStepView } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

/** Changes a subscription, then refetches everything of the mode. */
export function useStep(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (verb: string, body: Record<string, unknown>): Promise<SubscriptionStepView> => {
    const path = `/${mode}/subscriptions/${id}/${verb}`;
    const done = await client.post<SubscriptionStepView>(path, body);
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith(`/${mode}/`),
    });
    return done;
  };
}
