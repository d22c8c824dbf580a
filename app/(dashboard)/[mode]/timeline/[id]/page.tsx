import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { TimelineScreen } from "./timeline-screen.tsx";

export const metadata = { title: "Timeline" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function TimelinePage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/timelines/:id", { mode, id })]}>
      <TimelineScreen id={id} />
    </Prefetch>
  );
}
