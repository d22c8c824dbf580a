import { Prefetch } from "../../../../server-data.tsx";
import { eventRead } from "../../webhooks/hook-reads.ts";
import { EventScreen } from "./event-screen.tsx";

export const metadata = { title: "Event" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function EventPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[eventRead(mode, id)]}>
      <EventScreen key={id} id={id} />
    </Prefetch>
  );
}
