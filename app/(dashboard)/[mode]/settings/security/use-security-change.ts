import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { client } from "#lib/dashboard/client.ts";

/** Changes one's own sign-in and shows how it stands after it. Rejects as the request does. */
export function useSecurityChange() {
  const queries = useQueryClient();
  const router = useRouter();
  return async <T>(path: string, body: object = {}): Promise<T> => {
    const answer = await client.post<T>(`/security${path}`, body);
    await queries.invalidateQueries({ queryKey: ["internal", "/security"] });
    // What is asked for before something grave is told by the session.
    router.refresh();
    return answer;
  };
}
