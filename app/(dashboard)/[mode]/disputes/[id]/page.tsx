import type { Metadata } from "next";
import { type DisputeView, read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { DisputeScreen } from "./dispute-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Dispute ${(await params).id}` };
}

export default async function DisputePage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read<DisputeView>(`/${mode}/disputes/${id}`)]}>
      <DisputeScreen id={id} />
    </Prefetch>
  );
}
