import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";

type Params = { evidence: Record<string, string | null>; submit: boolean };

/** Saves or submits evidence. The same content sent again after a lost reply has one effect. */
export function useAnswer(dispute: DisputeView) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const last = useRef<{ params: string; attempt: string } | null>(null);
  const subject = { mode, id: dispute.id };
  return useMutation({
    mutationFn: (params: Params) => {
      const text = JSON.stringify(params);
      if (last.current?.params !== text)
        last.current = { params: text, attempt: crypto.randomUUID() };
      return client.post("/:mode/disputes/:id/evidence", subject, {
        ...params,
        attempt: last.current.attempt,
      });
    },
    onSuccess: async ({ status, evidence }) => {
      last.current = null;
      queries.setQueryData<DisputeView>(
        read("/:mode/disputes/:id", subject).queryKey,
        (before) => before && { ...before, status, evidence },
      );
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    },
  });
}
