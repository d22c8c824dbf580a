import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { client } from "#lib/dashboard/client.ts";

/** Changes the member's sign-in and shows the new state. Rejects as the request does. */
export function useSecurityChange() {
  const queries = useQueryClient();
  const router = useRouter();
  return async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await client.post<T>(`/security${path}`, body);
    await queries.invalidateQueries({ queryKey: ["internal", "/security"] });
    // The session says how sensitive actions are confirmed.
    router.refresh();
    return answer;
  };
}
