import { Prefetch } from "../../../../../server-data.tsx";
import { deliveriesRead, endpointRead } from "../../hook-reads.ts";
import { EndpointScreen } from "./endpoint-screen.tsx";

export const metadata = { title: "Webhook endpoint" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function EndpointPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[endpointRead(mode, id), deliveriesRead(mode, { endpoint: id })]}>
      <EndpointScreen id={id} />
    </Prefetch>
  );
}
