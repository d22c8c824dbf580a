import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { QuickStartScreen } from "./quick-start-screen.tsx";

export const metadata = { title: "Quick start" };

export default async function QuickStartPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[read("/:mode/quick-start", { mode })]}>
      <QuickStartScreen />
    </Prefetch>
  );
}
