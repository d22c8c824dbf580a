import type { Metadata } from "next";
import { type MandateView, read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { MandateScreen } from "./mandate-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Mandate ${(await params).id}` };
}

export default async function MandatePage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read<MandateView>(`/${mode}/mandates/${id}`)]}>
      <MandateScreen id={id} />
    </Prefetch>
  );
}
