import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { KeyScreen } from "./key-screen.tsx";

export const metadata = { title: "Key" };

type Props = { params: Promise<{ mode: string; id: string }> };

export default async function KeyPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/keys/:id", { mode, id })]}>
      <KeyScreen id={id} />
    </Prefetch>
  );
}
