import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import { readsOf } from "#lib/dashboard/client.ts";

type Change = () => Promise<unknown>;

/** Changes the team and shows the new state; `back` undoes it. Rejects as the request does. */
export function useTeamChange() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(readsOf("/team", {}));
  return async (change: Change, done: string, back?: { change: Change; done: string }) => {
    await change();
    const takeBack = async () => {
      await back?.change();
      await refresh();
    };
    toast.done(done, back && { undo: { run: takeBack, done: back.done } });
    await refresh();
  };
}
