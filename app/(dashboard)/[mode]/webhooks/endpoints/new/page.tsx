import { Prefetch } from "../../../../../server-data.tsx";
import { endpointsRead } from "../../hook-reads.ts";
import { NewEndpointScreen } from "./new-endpoint-screen.tsx";

export const metadata = { title: "Register endpoint" };

export default async function NewEndpointPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[endpointsRead(mode)]}>
      <NewEndpointScreen />
    </Prefetch>
  );
}
