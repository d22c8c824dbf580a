"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Money, moneyText } from "#components/money/money.tsx";
import { codeLabel, instrumentText, refundReasonLabel } from "#components/payments/labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline } from "#components/ui/timeline.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { RefundView } from "#lib/dashboard/views/refunds.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { RefundFacts } from "./refund-facts.tsx";
import { refundTimeline } from "./refund-timeline.tsx";

const POLL_MS = 4_000;

/** One refund: amount, state, timeline, payment. */
export function RefundScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/refunds/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? POLL_MS : false),
  });
  return (
    <QueryState query={query} what="The refund" loading={<DetailLoading />}>
      {(refund) => <Refund refund={refund} />}
    </QueryState>
  );
}

function Refund({ refund }: { refund: RefundView }) {
  const { mode } = useSession();
  const who = refund.customer?.name ?? refund.customer?.email;
  const note = [
    `To ${instrumentText(refund.instrument)}`,
    who,
    refund.reason && refundReasonLabel(refund.reason),
  ];
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Refunds", href: `/${mode}/refunds` }, { label: refund.id }]}
        title={
          <Money
            amount={`-${refund.amount}`}
            currency={refund.currency}
            large
            className="text-28"
          />
        }
        beside={<Status status={refund.status} />}
        note={note.filter(Boolean).join(" · ")}
        actions={<CancelRefund refund={refund} />}
      />
      <Tabs
        label="Views of the refund"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview refund={refund} /> },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/refunds/:id/json" id={refund.id} noun="Refund" />,
          },
        ]}
      />
    </>
  );
}

function Overview({ refund }: { refund: RefundView }) {
  const { mode } = useSession();
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {refund.status === "failed" && (
          <Banner
            tone="negative"
            title={
              refund.failureReason
                ? `Refund failed: ${codeLabel(refund.failureReason).toLowerCase()}`
                : "Refund failed"
            }
          >
            The payer's bank rejected {moneyText(refund.amount, refund.currency)}, and the money is
            on your balance again. Try again, or pay the customer another way.
          </Banner>
        )}
        <Section title="What happened" actions={<TimelineLink id={refund.id} />}>
          <Timeline label="What happened, newest first" entries={refundTimeline(refund, mode)} />
        </Section>
      </div>
      <RefundFacts refund={refund} />
    </div>
  );
}

/** Cancels a refund that was not sent yet. Says why not once it is sent. */
function CancelRefund({ refund }: { refund: RefundView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  if (refund.status !== "pending" && refund.status !== "submitted") return null;
  const { allowed, reason } = refund.allowedActions.cancel;
  if (!allowed) return <RefusedAction verb="Cancel refund" reason={reason} />;
  const amount = moneyText(refund.amount, refund.currency);
  return (
    <ConfirmDialog
      title="Cancel this refund?"
      touches={`${amount} stays on your balance and can be refunded later. This works only until the refund is sent.`}
      verb="Cancel refund"
      trigger={<Button>Cancel refund</Button>}
      onConfirm={async () => {
        await once(null, (attempt) =>
          client.post("/:mode/refunds/:id/cancel", { mode, id: refund.id }, { attempt }),
        );
        toast.done(`The refund of ${amount} was canceled`);
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}
