import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { PaymentView } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";

type Dispute = NonNullable<PaymentView["dispute"]>;

const WORDS: Record<string, { title: string; tone: "warning" | "info" | "positive" | "neutral" }> =
  {
    needs_response: { title: "The payer's bank took this payment back", tone: "warning" },
    under_review: { title: "Disputed: the payer's bank is reviewing your evidence", tone: "info" },
    won: { title: "Dispute won", tone: "positive" },
    lost: { title: "Dispute lost", tone: "neutral" },
  };

/** Says that a payment is disputed, with the state, and links to the dispute. */
export function DisputeNotice({ dispute }: { dispute: Dispute }) {
  const { mode } = useSession();
  const { title, tone } = WORDS[dispute.status] ?? { title: "Disputed", tone: "neutral" };
  const waits = dispute.status === "needs_response";
  return (
    <Banner
      tone={tone}
      title={title}
      action={
        <ButtonLink size="small" href={`/${mode}/disputes/${dispute.id}`}>
          {waits ? "Respond to dispute" : "View dispute"}
        </ButtonLink>
      }
    >
      {waits ? (
        <>
          Your response is due <Timestamp value={dispute.evidenceDueBy} form="full" />. Without one
          the dispute is lost.
        </>
      ) : (
        "A disputed payment cannot be refunded: the dispute has already returned the money."
      )}
    </Banner>
  );
}
