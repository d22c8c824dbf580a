import type { Metadata } from "next";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { CustomerScreen } from "./customer-screen.tsx";

type Props = { params: Promise<{ mode: string; id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Customer ${(await params).id}` };
}

export default async function CustomerPage({ params }: Props) {
  const { mode, id } = await params;
  return (
    <Prefetch reads={[read("/:mode/customers/:id", { mode, id })]}>
      <CustomerScreen id={id} />
    </Prefetch>
  );
}
