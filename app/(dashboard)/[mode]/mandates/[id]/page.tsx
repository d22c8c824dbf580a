import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { MandateScreen } from "./mandate-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Mandate ${(await params).id}` };
}

export default async function MandatePage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/mandates/:id", { mode, id })]}>
      <MandateScreen id={id} />
    </Prefetch>
  );
}
