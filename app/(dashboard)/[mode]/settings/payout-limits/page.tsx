import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { PayoutLimitsScreen } from "./payout-limits-screen.tsx";

export const metadata = { title: "Payout limits" };

export default async function PayoutLimitsPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[read("/:mode/payout-limits", { mode })]}>
      <PayoutLimitsScreen />
    </Prefetch>
  );
}
