import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { AlertsScreen } from "./alerts-screen.tsx";

export const metadata = { title: "Alerts" };

export default async function AlertsPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[read("/:mode/alert-rules", { mode })]}>
      <AlertsScreen />
    </Prefetch>
  );
}
