import { redirect } from "next/navigation";

/** Redirects to the endpoints. */
export default async function WebhooksPage({ params }: { params: Promise<{ mode: string }> }) {
  redirect(`/${(await params).mode}/webhooks/endpoints`);
}
