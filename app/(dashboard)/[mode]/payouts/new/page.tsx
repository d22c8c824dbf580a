import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { NewPayoutScreen } from "./new-payout-screen.tsx";

export const metadata = { title: "New payout" };

export default async function NewPayoutPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[read("/:mode/payouts/offers", { mode })]}>
      <NewPayoutScreen />
    </Prefetch>
  );
}
