import { Prefetch } from "../../../../../server-data.tsx";
import { replayRead } from "../../hook-reads.ts";
import { ReplayScreen } from "./replay-screen.tsx";

export const metadata = { title: "Replay" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function ReplayPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[replayRead(mode, id)]}>
      <ReplayScreen id={id} />
    </Prefetch>
  );
}
