import { useQueryClient } from "@tanstack/react-query";
import { type Client, client, readsOf } from "#lib/dashboard/client.ts";
import type { PayoutLimitsView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";

/** Changes limits and shows the new state. Rejects as the request does. */
export function useLimitChange() {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (post: (client: Client, mode: string) => Promise<PayoutLimitsView>) => {
    try {
      return await post(client, mode);
    } finally {
      await queries.invalidateQueries(readsOf("/:mode/payout-limits", { mode }));
    }
  };
}

/** Whether a change of a currency's limits waits for another admin. */
export function waitsFor(found: PayoutLimitsView, currency: string): boolean {
  return found.currencies.some((one) => one.currency === currency && one.change !== null);
}
