import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { readsOf } from "#lib/dashboard/client.ts";

/** Changes the member's sign-in and shows the new state. Rejects as the request does. */
export function useSecurityChange() {
  const queries = useQueryClient();
  const router = useRouter();
  return async <Answer>(change: () => Promise<Answer>): Promise<Answer> => {
    const answer = await change();
    await queries.invalidateQueries(readsOf("/security", {}));
    // The session says how sensitive actions are confirmed.
    router.refresh();
    return answer;
  };
}
