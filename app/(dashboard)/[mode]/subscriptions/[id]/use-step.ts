"use client";

import { useQueryClient } from "@tanstack/react-query";
import { readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

/** Changes a subscription, then refetches everything of the mode. */
export function useStep(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async <Answer>(step: (subject: { mode: string; id: string }) => Promise<Answer>) => {
    const done = await step({ mode, id });
    await queries.invalidateQueries(readsUnder(`/${mode}/`));
    return done;
  };
}
