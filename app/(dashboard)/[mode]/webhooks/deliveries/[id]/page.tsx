import { Prefetch } from "../../../../../server-data.tsx";
import { deliveryRead } from "../../hook-reads.ts";
import { DeliveryScreen } from "./delivery-screen.tsx";

export const metadata = { title: "Delivery" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function DeliveryPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[deliveryRead(mode, id)]}>
      {/* A replay opens on top of its original: nothing of that one's state may stay. */}
      <DeliveryScreen key={id} id={id} />
    </Prefetch>
  );
}
