import type { Metadata } from "next";
import { type BatchPageView, type PayoutListView, read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { BatchScreen } from "./batch-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Batch ${(await params).id}` };
}

export default async function BatchPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch
      reads={[
        read<BatchPageView>(`/${mode}/payout-batches/${id}`),
        read<PayoutListView>(`/${mode}/payouts`, { batch: id }),
      ]}
    >
      <BatchScreen id={id} />
    </Prefetch>
  );
}
