import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";

type Dispute = NonNullable<PaymentView["dispute"]>;

const WORDS: Record<string, { title: string; tone: "warning" | "info" | "positive" | "neutral" }> =
  {
    needs_response: { title: "The payer's bank took this payment back", tone: "warning" },
    under_review: { title: "Disputed: the payer's bank weighs your evidence", tone: "info" },
    won: { title: "Disputed, and decided for you", tone: "positive" },
    lost: { title: "Disputed, and lost to the payer", tone: "neutral" },
  };

/** That a payment was taken back, how that stands, and the way to its dispute. */
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
          {waits ? "Answer dispute" : "See dispute"}
        </ButtonLink>
      }
    >
      {waits ? (
        <>
          Your answer is due <Timestamp value={dispute.evidenceDueBy} form="full" />. Without one it
          is lost.
        </>
      ) : (
        "A disputed payment cannot be refunded: the money went back by the dispute."
      )}
    </Banner>
  );
}
