import {
  leaseDueDeliveries,
  type PreparedDelivery,
  prepareDeliveries,
  type RenderEventBody,
} from "#lib/domain/webhooks/index.ts";

/** Leases due deliveries and prepares them (`leaseDueDeliveries`, `prepareDeliveries`). */
export async function claimDueDeliveries(
  args: Parameters<typeof leaseDueDeliveries>[0],
  render: RenderEventBody,
): Promise<PreparedDelivery[]> {
  return await prepareDeliveries(await leaseDueDeliveries(args), render);
}
