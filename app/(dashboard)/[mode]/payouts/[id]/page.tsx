import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { PayoutScreen } from "./payout-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Payout ${(await params).id}` };
}

export default async function PayoutPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/payouts/:id", { mode, id })]}>
      <PayoutScreen id={id} />
    </Prefetch>
  );
}
