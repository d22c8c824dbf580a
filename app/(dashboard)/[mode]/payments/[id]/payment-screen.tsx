"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Money, moneyText } from "#components/money/money.tsx";
import { KIND_WORDS } from "#components/payments/decline-names.ts";
import { declineLabel } from "#components/payments/declines.ts";
import { instrumentText } from "#components/payments/labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge, Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { docsOfDecline } from "#lib/kernel/vocabulary/docs.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { ObjectNotes, ObjectTags } from "../../shared/annotations.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { scenariosOfPayment } from "../../shared/scenarios.ts";
import { SimulateMenu } from "../../shared/simulate-menu.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { OWN_PAYMENT_COLUMNS } from "../payment-columns.tsx";
import { PaymentActions } from "./payment-actions.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { paymentTimeline } from "./payment-timeline.tsx";
import { PAYMENT_REFUND_COLUMNS } from "./refund-columns.tsx";

const POLL_MS = 4_000;
const UNFINISHED = new Set(["processing", "requires_action"]);

/** One payment: state, actions, decline reason, timeline, refunds. */
export function PaymentScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/payments/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data && isLively(state.data) ? polling(POLL_MS) : false),
  });
  return (
    <QueryState query={query} what="The payment" loading={<DetailLoading />}>
      {(payment) => <Payment payment={payment} />}
    </QueryState>
  );
}

/** Whether an outcome or a delivery is pending, so that the page polls. */
function isLively(payment: PaymentView): boolean {
  return (
    UNFINISHED.has(payment.status) ||
    payment.step !== null ||
    payment.refunds.some(({ status }) => status === "pending") ||
    payment.events.some(({ deliveries }) => deliveries.some(({ status }) => status === "pending"))
  );
}

function Payment({ payment }: { payment: PaymentView }) {
  const { mode } = useSession();
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Payments", href: `/${mode}/payments` }, { label: payment.id }]}
        title={
          <Money amount={payment.amount} currency={payment.currency} large className="text-28" />
        }
        beside={<Status status={payment.status} />}
        note={noteOf(payment)}
        actions={
          <>
            <SimulateMenu id={payment.id} scenarios={scenariosOfPayment(payment)} />
            <PaymentActions payment={payment} />
          </>
        }
      />
      <ObjectTags id={payment.id} noun="payment" />
      <Tabs
        label="Views of the payment"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview payment={payment} /> },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/payments/:id/json" id={payment.id} noun="Payment" />,
          },
        ]}
      />
    </>
  );
}

function noteOf(payment: PaymentView): string {
  const { amountRefunded, currency, customer, description } = payment;
  const back = BigInt(amountRefunded) > 0n ? `${moneyText(amountRefunded, currency)} refunded` : "";
  const who = customer?.name ?? customer?.email;
  return [instrumentText(payment.instrument), who, description, back].filter(Boolean).join(" · ");
}

function Overview({ payment }: { payment: PaymentView }) {
  const { mode } = useSession();
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {payment.dispute && <DisputeNotice dispute={payment.dispute} />}
        {payment.decline && <DeclinePanel payment={payment} decline={payment.decline} />}
        <Section title="What happened" actions={<TimelineLink id={payment.id} />}>
          <Timeline label="What happened, newest first" entries={paymentTimeline(payment, mode)} />
        </Section>
        <ObjectNotes id={payment.id} noun="payment" />
        {payment.refunds.length > 0 && (
          <Section title="Refunds">
            <DataTable
              caption="Refunds of this payment, newest first"
              columns={PAYMENT_REFUND_COLUMNS}
              rows={payment.refunds}
              rowKey={(row) => row.id}
              rowHref={(row) => `/${mode}/refunds/${row.id}`}
            />
          </Section>
        )}
        {payment.attempts.length > 0 && (
          <Section
            title="Similar payments"
            note="Same customer or card, amount and currency within 7 days"
          >
            <DataTable
              caption="Similar payments, newest first"
              columns={OWN_PAYMENT_COLUMNS}
              rows={payment.attempts}
              rowKey={(row) => row.id}
              rowHref={(row) => `/${mode}/payments/${row.id}`}
            />
          </Section>
        )}
      </div>
      <PaymentFacts payment={payment} />
    </div>
  );
}

type Props = { payment: PaymentView; decline: NonNullable<PaymentView["decline"]> };

const TONES = { soft: "warning", data: "info", hard: "negative" } as const;

/** Why the payment was declined, and what to do next. */
function DeclinePanel({ payment, decline }: Props) {
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
      <p className="mt-1.5 max-w-prose text-14 text-ink-muted">
        {label.means}{" "}
        <TextLink inText href={docsOfDecline(decline.code)}>
          About {decline.code}
        </TextLink>
      </p>
      <p className="mt-2 max-w-prose text-14">
        <span className="font-medium">What to do: </span>
        {paidLater ? (
          <>
            usually nothing.{" "}
            <TextLink inText href={`/${mode}/payments/${paidLater.id}`}>
              The same customer later paid the same amount
            </TextLink>
            .
          </>
        ) : (
          label.next
        )}
      </p>
      {payment.apiStatus === "failed" && !payment.allowedActions.retry.allowed && (
        <p className="mt-2 max-w-prose text-14">
          <span className="font-medium">Retry without the payer: </span>
          not possible.{" "}
          <span className="text-ink-muted">{payment.allowedActions.retry.reason}</span>
        </p>
      )}
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

type Dispute = NonNullable<PaymentView["dispute"]>;

const WORDS: Record<string, { title: string; tone: "warning" | "info" | "positive" | "neutral" }> =
  {
    needs_response: { title: "The payer's bank took this payment back", tone: "warning" },
    under_review: { title: "Disputed: the payer's bank is reviewing your evidence", tone: "info" },
    won: { title: "Dispute won", tone: "positive" },
    lost: { title: "Dispute lost", tone: "neutral" },
  };

const DECIDED: Record<string, string> = {
  under_review: "The payer has the money until the bank decides, so it cannot be refunded.",
  won: "The money is back in your balance. A payment that was disputed cannot be refunded.",
  lost: "The money went back to the payer, so it cannot be refunded.",
};

/** Says that a payment is disputed, with the state, and links to the dispute. */
function DisputeNotice({ dispute }: { dispute: Dispute }) {
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
        DECIDED[dispute.status]
      )}
    </Banner>
  );
}
