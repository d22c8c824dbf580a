import { notFound } from "next/navigation";
import { read } from "#lib/dashboard/client.ts";
import { Prefetch } from "../../../server-data.tsx";
import { CheckoutScreen } from "./checkout-screen.tsx";

export const metadata = { title: "Checkout" };

export default async function CheckoutPage({ params }: { params: Promise<{ mode: string }> }) {
  if ((await params).mode !== "test") notFound();
  return (
    <Prefetch reads={[read("/:mode/checkout", { mode: "test" })]}>
      <CheckoutScreen />
    </Prefetch>
  );
}
