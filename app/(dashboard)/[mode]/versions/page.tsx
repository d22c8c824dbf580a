import { read } from "#lib/dashboard/client.ts";
import { CALLS, VERSIONS } from "../../../docs/api/reference.ts";
import { Prefetch } from "../../../server-data.tsx";
import { VersionsScreen } from "./versions-screen.tsx";

export const metadata = { title: "Versions" };

export default async function VersionsPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[read("/:mode/versions", { mode })]}>
      <VersionsScreen changes={VERSIONS.changes} corrections={VERSIONS.corrections} calls={CALLS} />
    </Prefetch>
  );
}
