import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
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
        read("/:mode/payout-batches/:id", { mode, id }),
        read("/:mode/payouts", { mode }, { batch: id }),
      ]}
    >
      <BatchScreen id={id} />
    </Prefetch>
  );
}
