import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { PathParams } from "#lib/dashboard/client.ts";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { InternalApi, PathOf } from "#lib/dashboard/internal-api.ts";

type SecurityPath = Extract<PathOf<"POST">, `/security/${string}`>;

/** Changes the member's sign-in and shows the new state. Rejects as the request does. */
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
    // The session says how sensitive actions are confirmed.
    router.refresh();
    return answer;
  };
}
