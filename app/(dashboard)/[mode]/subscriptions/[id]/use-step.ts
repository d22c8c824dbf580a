"use client";

import { useQueryClient } from "@tanstack/react-query";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

/** Does something with a subscription and has everything of the mode read anew. */
export function useStep(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (verb: "cancel" | "method" | "plan", body: object) => {
    const done = await client.post(`/:mode/subscriptions/:id/${verb}`, { mode, id }, body);
    await queries.invalidateQueries(readsUnder(`/${mode}/`));
    return done;
  };
}
