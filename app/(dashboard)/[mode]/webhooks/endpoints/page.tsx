import { Prefetch } from "../../../../server-data.tsx";
import { endpointsRead } from "../hook-reads.ts";
import { EndpointsScreen } from "./endpoints-screen.tsx";

export const metadata = { title: "Webhook endpoints" };

export default async function EndpointsPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[endpointsRead(mode)]}>
      <EndpointsScreen />
    </Prefetch>
  );
}
