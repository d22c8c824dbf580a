import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";

/** Does something to the team and shows how it stands after it. Rejects as the request does. */
export function useTeamChange() {
  const queries = useQueryClient();
  return async (path: string, body: object, done: string) => {
    await client.post(`/team${path}`, body);
    toast.done(done);
    await queries.invalidateQueries({ queryKey: ["internal", "/team"] });
  };
}
