import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { client, type PathParams, readsOf } from "#lib/dashboard/client.ts";
import type { InternalApi, PathOf } from "#lib/dashboard/internal-api.ts";

type SecurityPath = Extract<PathOf<"POST">, `/security/${string}`>;

/** Changes one's own sign-in and shows how it stands after it. Rejects as the request does. */
export function useSecurityChange() {
  const queries = useQueryClient();
  const router = useRouter();
  return async <Path extends SecurityPath>(
    path: Path,
    params: PathParams<Path>,
    body: object = {},
  ): Promise<InternalApi[`POST ${Path}`]> => {
    const answer = await client.post(path, params, body);
    await queries.invalidateQueries(readsOf("/security", {}));
    // What is asked for before something grave is told by the session.
    router.refresh();
    return answer;
  };
}
