import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";

/** The path of the request that undoes the change. */
type Back = { body: object; done: string };

/** Changes the team and shows the new state. Rejects as the request does. */
export function useTeamChange() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["internal", "/team"] });
  return async (path: string, body: object, done: string, back?: Back) => {
    await client.post(`/team${path}`, body);
    const takeBack = async () => {
      await client.post(`/team${path}`, back?.body);
      await refresh();
    };
    toast.done(done, back && { undo: { run: takeBack, done: back.done } });
    await refresh();
  };
}
