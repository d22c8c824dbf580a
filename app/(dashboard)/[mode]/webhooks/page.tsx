import { redirect } from "next/navigation";

/** Webhooks begin with the endpoints. */
export default async function WebhooksPage({ params }: { params: Promise<{ mode: string }> }) {
  redirect(`/${(await params).mode}/webhooks/endpoints`);
}
