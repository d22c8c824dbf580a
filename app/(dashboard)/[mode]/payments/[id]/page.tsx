import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { PaymentScreen } from "./payment-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Payment ${(await params).id}` };
}

export default async function PaymentPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/payments/:id", { mode, id })]}>
      <PaymentScreen id={id} />
    </Prefetch>
  );
}
