import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import type { SettlementStatus } from "#lib/kernel/vocabulary/balance.ts";

/** The list of the report's settlements, of one status if given. */
export function listHref(
  mode: string,
  { currency, period }: Pick<SettlementReportView, "currency" | "period">,
  status?: SettlementStatus,
): string {
  const list = `/${mode}/settlements?currency=${currency}&arrival=${period.fromDay}..${period.toDay}`;
  return status ? `${list}&status=${status}` : list;
}
