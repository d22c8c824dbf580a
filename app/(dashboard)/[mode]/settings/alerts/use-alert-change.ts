import { useQueryClient } from "@tanstack/react-query";
import { type Client, client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

/** Changes rules or webhooks and shows the new state. Rejects as the request does. */
export function useAlertChange() {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async <T>(post: (client: Client, mode: string) => Promise<T>): Promise<T> => {
    try {
      return await post(client, mode);
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/alert-rules`));
    }
  };
}
