import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { KeysScreen } from "./keys-screen.tsx";

export const metadata = { title: "Keys" };

export default async function KeysPage({ params }: { params: Promise<{ mode: string }> }) {
  const { mode } = await params;
  return (
    <Prefetch reads={[read("/:mode/keys", { mode })]}>
      <KeysScreen />
    </Prefetch>
  );
}
