import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { DisputeScreen } from "./dispute-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Dispute ${(await params).id}` };
}

export default async function DisputePage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/disputes/:id", { mode, id })]}>
      <DisputeScreen id={id} />
    </Prefetch>
  );
}
