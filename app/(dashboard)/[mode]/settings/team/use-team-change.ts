import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import { client, type PathParams, readsOf } from "#lib/dashboard/client.ts";
import type { PathOf } from "#lib/dashboard/internal-api.ts";

type TeamPath = Extract<PathOf<"POST">, `/team/${string}`>;

/** The path of the request that undoes the change. */
type Back = { body: object; done: string };

/** Changes the team and shows the new state. Rejects as the request does. */
export function useTeamChange() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries(readsOf("/team", {}));
  return async <Path extends TeamPath>(
    path: Path,
    params: PathParams<Path>,
    body: object,
    done: string,
    back?: Back,
  ) => {
    await client.post(path, params, body);
    const takeBack = async () => {
      await client.post(path, params, back?.body);
      await refresh();
    };
    toast.done(done, back && { undo: { run: takeBack, done: back.done } });
    await refresh();
  };
}
