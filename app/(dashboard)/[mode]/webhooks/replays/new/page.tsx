import { Prefetch } from "../../../../../server-data.tsx";
import { endpointsRead } from "../../hook-reads.ts";
import { NewReplayScreen } from "./new-replay-screen.tsx";

export const metadata = { title: "Replay a period" };

export default async function NewReplayPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[endpointsRead(mode)]}>
      <NewReplayScreen />
    </Prefetch>
  );
}
