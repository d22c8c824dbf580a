import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../../server-data.tsx";
import { AuditEntryScreen } from "./audit-entry-screen.tsx";

export const metadata = { title: "Change" };

type Props = { params: Promise<{ id: string }> };

export default async function AuditEntryPage({ params }: Props) {
  const { id } = await params;
  return (
    <Prefetch reads={[read("/audit/:id", { id })]}>
      <AuditEntryScreen id={id} />
    </Prefetch>
  );
}
