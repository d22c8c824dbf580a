"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { revokedBy, schemeName } from "#components/payments/bank-labels.ts";
import { instrumentText } from "#components/payments/labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { Section } from "#components/ui/section.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Timeline, type TimelineEntry } from "#components/ui/timeline.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import { useSession } from "../../../session.tsx";
import { requestEntries } from "../../logs/request-entry.tsx";
import { OWN_PAYMENT_COLUMNS } from "../../payments/payment-columns.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { eventEntry, newestFirst, type OrderedEntry } from "../../shared/event-entry.tsx";
import { ObjectJson } from "../../shared/object-json.tsx";
import { scenariosOfMandate } from "../../shared/scenarios.ts";
import { SimulateMenu } from "../../shared/simulate-menu.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { MandateFacts } from "./mandate-facts.tsx";

const REFRESH_MS = 15_000;

/** One mandate: scheme, status, debits, and everything that happened. */
export function MandateScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery({
    ...read("/:mode/mandates/:id", { mode, id }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? REFRESH_MS : false),
  });
  return (
    <QueryState query={query} what="The mandate" loading={<DetailLoading />}>
      {(mandate) => <Mandate mandate={mandate} />}
    </QueryState>
  );
}

function Mandate({ mandate }: { mandate: MandateView }) {
  const { mode } = useSession();
  const who = mandate.customer?.name ?? mandate.customer?.email;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Mandates", href: `/${mode}/mandates` }, { label: mandate.id }]}
        title={`${schemeName(mandate.scheme)} mandate`}
        beside={<Status status={mandate.status} />}
        note={[instrumentText(mandate.source), who].filter(Boolean).join(" · ")}
        actions={
          <>
            <SimulateMenu id={mandate.id} scenarios={scenariosOfMandate(mandate)} />
            <RevokeMandate mandate={mandate} />
          </>
        }
      />
      <Tabs
        label="Views of the mandate"
        tabs={[
          { value: "overview", label: "Overview", content: <Overview mandate={mandate} /> },
          {
            value: "json",
            label: "JSON",
            content: <ObjectJson path="/:mode/mandates/:id/json" id={mandate.id} noun="Mandate" />,
          },
        ]}
      />
    </>
  );
}

function Overview({ mandate }: { mandate: MandateView }) {
  const { mode } = useSession();
  return (
    <div className="grid gap-x-12 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {mandate.payments.length > 0 && (
          <Section title="Debits" note="Latest debits on this mandate">
            <DataTable
              caption="Debits on this mandate, newest first"
              columns={OWN_PAYMENT_COLUMNS}
              rows={mandate.payments}
              rowKey={(row) => row.id}
              rowHref={(row) => `/${mode}/payments/${row.id}`}
            />
          </Section>
        )}
        <Section title="What happened" actions={<TimelineLink id={mandate.id} />}>
          <Timeline label="What happened, newest first" entries={mandateTimeline(mandate, mode)} />
        </Section>
      </div>
      <MandateFacts mandate={mandate} />
    </div>
  );
}

/** Everything that happened to a mandate: the agreement, the bank's answer, events and deliveries. */
function mandateTimeline(mandate: MandateView, mode: string): TimelineEntry[] {
  return newestFirst([
    {
      id: "accepted",
      time: mandate.createdAt,
      rank: 0,
      at: <Timestamp value={mandate.createdAt} focusable />,
      title: "The payer accepted the mandate",
      detail: <code className="font-mono text-12">{mandate.reference}</code>,
    },
    ...outcome(mandate),
    ...mandate.events.map((event) => eventEntry(event, mode)),
    ...requestEntries(mandate.requests, mandate.events, mode),
  ]);
}

const OUTCOMES: Record<string, { title: string; tone: Tone }> = {
  pending: { title: "Sent to the payer's bank, no answer yet", tone: "info" },
  active: { title: "Active", tone: "positive" },
  failed: { title: "Rejected by the payer's bank", tone: "negative" },
  revoked: { title: "Revoked", tone: "neutral" },
  expired: { title: "Expired, because it was not used", tone: "neutral" },
};

function outcome(mandate: MandateView): OrderedEntry[] {
  const label = OUTCOMES[mandate.status];
  if (!label) return [];
  return [
    {
      id: "outcome",
      time: mandate.updatedAt,
      rank: 20,
      tone: label.tone,
      at: <Timestamp value={mandate.updatedAt} focusable />,
      title: label.title,
      detail: mandate.revocation && (
        <span className="text-12">{revokedBy(mandate.revocation.source)}</span>
      ),
    },
  ];
}

/** Revokes a mandate. Says why not while it is pending. */
function RevokeMandate({ mandate }: { mandate: MandateView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const { allowed, reason } = mandate.allowedActions.revoke;
  if (!allowed) {
    const isExpected = mandate.status === "active" || mandate.status === "pending";
    return isExpected && <RefusedAction verb="Revoke" reason={reason} />;
  }
  const open = mandate.payments.filter(({ status }) => status === "processing").length;
  const onTheWay =
    open > 0
      ? ` ${open === 1 ? "One debit is" : `${open} debits are`} already on the way and will be collected.`
      : "";
  return (
    <ConfirmDialog
      title="Revoke this mandate?"
      touches={`No more debits can be made on it. Only the payer can accept a new one.${onTheWay}`}
      verb="Revoke mandate"
      trigger={<Button>Revoke</Button>}
      onConfirm={async () => {
        await once(null, (attempt) =>
          client.post("/:mode/mandates/:id/revoke", { mode, id: mandate.id }, { attempt }),
        );
        toast.done("Mandate revoked");
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}
