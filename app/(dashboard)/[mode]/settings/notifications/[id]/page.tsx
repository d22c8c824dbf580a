import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../../server-data.tsx";
import { NotificationScreen } from "./notification-screen.tsx";

export const metadata = { title: "Notification" };

type Props = { params: Promise<{ id: string }> };

export default async function NotificationPage({ params }: Props) {
  const { id } = await params;
  return (
    <Prefetch reads={[read("/notifications/:id", { id })]}>
      <NotificationScreen id={id} />
    </Prefetch>
  );
}
