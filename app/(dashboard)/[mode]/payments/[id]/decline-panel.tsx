import { declineLabel, KIND_WORDS } from "#components/payments/declines.ts";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";

type Props = { payment: PaymentView; decline: NonNullable<PaymentView["decline"]> };

const TONES = { soft: "warning", data: "info", hard: "negative" } as const;

/** Why it was refused, in plain words, and what to do or say next. */
export function DeclinePanel({ payment, decline }: Props) {
  const { mode } = useSession();
  const label = declineLabel(decline.code, decline.advice);
  const kind = KIND_WORDS[label.kind];
  const paidLater = payment.attempts.find(
    ({ status, createdAt }) => status === "succeeded" && createdAt > payment.createdAt,
  );
  return (
    <section aria-labelledby="decline" className="rounded-large border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="decline" className="text-16 font-semibold">
          {label.title}
        </h2>
        <Badge tone={TONES[label.kind]}>
          {kind.word}: {kind.hint.charAt(0).toLowerCase() + kind.hint.slice(1)}
        </Badge>
      </div>
      <p className="mt-1.5 max-w-prose text-14 text-ink-muted">{label.means}</p>
      <p className="mt-2 max-w-prose text-14">
        <span className="font-medium">What to do: </span>
        {paidLater ? (
          <>
            most likely nothing.{" "}
            <TextLink inText href={`/${mode}/payments/${paidLater.id}`}>
              The same customer paid the same amount afterwards
            </TextLink>
            .
          </>
        ) : (
          label.next
        )}
      </p>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-3 text-12">
        <Code term="Decline code" value={decline.code} />
        <Code term="Issuer's code" value={decline.networkCode} />
        <Code term="Advice" value={decline.advice} />
      </dl>
    </section>
  );
}

function Code({ term, value }: { term: string; value: string | null }) {
  if (!value) return null;
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-ink-faint">{term}</dt>
      <dd>
        <code className="font-mono">{value}</code>
      </dd>
    </div>
  );
}
