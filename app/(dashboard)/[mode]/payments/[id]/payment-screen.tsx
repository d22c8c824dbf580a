"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Money, moneyText } from "#components/money/money.tsx";
import { instrumentText } from "#components/payments/labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { SimulateMenu } from "../../shared/simulate-menu.tsx";
import { turnsOfPayment } from "../../shared/simulated-turns.ts";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { OWN_PAYMENT_COLUMNS } from "../payment-columns.tsx";
import { DeclinePanel } from "./decline-panel.tsx";
import { DisputeNotice } from "./dispute-notice.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { paymentTimeline } from "./payment-timeline.tsx";
import { RefundButton } from "./refund-button.tsx";
import { PAYMENT_REFUND_COLUMNS } from "./refund-columns.tsx";
import { StepButtons } from "./step-buttons.tsx";

const LIVELY_MS = 4_000;
const UNFINISHED = new Set(["processing", "requires_action"]);

/** One payment: what it is, what can be done, why it failed, all that happened, its refunds. */
export function PaymentScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/payments/:id", { mode, id }),
    refetchInterval: ({ state }) =>
      state.data && isLively(state.data) ? polling(LIVELY_MS) : false,
  });
  return (
    <QueryState query={query} what="The payment" loading={<DetailLoading />}>
      {(payment) => <Payment payment={payment} />}
    </QueryState>
  );
}

/** Whether its page may change by itself soon: an outcome or a delivery is on its way. */
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
            <SimulateMenu id={payment.id} turns={turnsOfPayment(payment)} />
            <StepButtons payment={payment} />
            <RefundButton payment={payment} />
          </>
        }
      />
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
  const back =
    BigInt(amountRefunded) > 0n ? `${moneyText(amountRefunded, currency)} given back` : "";
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
