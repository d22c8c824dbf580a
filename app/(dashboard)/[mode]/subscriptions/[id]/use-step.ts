"use client";

import { useQueryClient } from "@tanstack/react-query";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

/** Changes a subscription, then refetches everything of the mode. */
export function useStep(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (verb: "cancel" | "method" | "plan", body: object) => {
    const done = await client.post(`/:mode/subscriptions/:id/${verb}`, { mode, id }, body);
    await queries.invalidateQueries(readsUnder(`/${mode}/`));
    return done;
  };
}
