import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { RefundScreen } from "./refund-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Refund ${(await params).id}` };
}

export default async function RefundPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/refunds/:id", { mode, id })]}>
      <RefundScreen id={id} />
    </Prefetch>
  );
}
