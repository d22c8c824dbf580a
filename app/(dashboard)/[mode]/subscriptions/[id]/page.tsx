import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { SubscriptionScreen } from "./subscription-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Subscription ${(await params).id}` };
}

export default async function SubscriptionPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/subscriptions/:id", { mode, id })]}>
      <SubscriptionScreen id={id} />
    </Prefetch>
  );
}
