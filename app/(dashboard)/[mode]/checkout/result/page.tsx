import { notFound } from "next/navigation";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { ResultScreen } from "./result-screen.tsx";

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<{ payment?: string | string[] }>;
};

export const metadata = { title: "Checkout: result" };

export default async function ResultPage({ params, searchParams }: Props) {
  const { payment } = await searchParams;
  if ((await params).mode !== "test" || typeof payment !== "string") notFound();
  const id = encodeURIComponent(payment);
  return (
    <Prefetch reads={[read("/:mode/checkout/payments/:id", { mode: "test", id })]}>
      <ResultScreen id={id} />
    </Prefetch>
  );
}
