import { useQueryClient } from "@tanstack/react-query";
import { client, type PayoutLimitsView } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

/** Changes limits and shows the new state. Rejects as the request does. */
export function useLimitChange() {
  const { mode } = useSession();
  const queries = useQueryClient();
  return async (path: string, body: object = {}): Promise<PayoutLimitsView> => {
    const all = `/${mode}/payout-limits`;
    try {
      return await client.post<PayoutLimitsView>(`${all}${path}`, body);
    } finally {
      await queries.invalidateQueries({ queryKey: ["internal", all] });
    }
  };
}

/** Whether a change of a currency's limits waits for another admin. */
export function waitsFor(found: PayoutLimitsView, currency: string): boolean {
  return found.currencies.some((one) => one.currency === currency && one.change !== null);
}
