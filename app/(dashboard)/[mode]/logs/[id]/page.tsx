import { Prefetch } from "../../../../server-data.tsx";
import { requestRead } from "../log-reads.ts";
import { RequestScreen } from "./request-screen.tsx";

export const metadata = { title: "Request" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function RequestPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[requestRead(mode, id)]}>
      {/* A repeat opens on top of its first call: nothing of that one's state may stay. */}
      <RequestScreen key={id} id={id} />
    </Prefetch>
  );
}
