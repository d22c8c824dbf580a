"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { AlertRuleDetailView, AlertView } from "#lib/dashboard/views/alerts.ts";
import type { AlertKind } from "#lib/kernel/vocabulary/alerts.ts";
import { useSession } from "../../../../session.tsx";
import { DetailLoading } from "../../../shared/detail-loading.tsx";
import { RuleState } from "../alerts-screen.tsx";
import { KINDS, ruleTitle } from "../rule-labels.ts";

/** A rule with the alerts that it sent. */
export function AlertRuleScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/alert-rules/:id", { mode, id }));
  return (
    <QueryState query={query} what="The alert rule" loading={<DetailLoading />}>
      {(found) => <AlertRule found={found} />}
    </QueryState>
  );
}

function AlertRule({ found: { rule, alerts } }: { found: AlertRuleDetailView }) {
  const { mode } = useSession();
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Alerts", href: `/${mode}/settings/alerts` }, { label: "Rule" }]}
        title={ruleTitle(rule)}
        beside={<RuleState rule={rule} />}
        note={<RuleNote kind={rule.kind} />}
      />
      {alerts.length === 0 ? (
        <EmptyState title="No alert yet">
          Alerts of this rule are listed here for 90 days, also those while it was muted.
        </EmptyState>
      ) : (
        <ul aria-label="Alerts of this rule" className="max-w-prose divide-y divide-line">
          {alerts.map((alert) => (
            <Told key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
    </>
  );
}

function RuleNote({ kind }: { kind: AlertKind }) {
  const guide = GUIDES[kind];
  return (
    <>
      {KINDS[kind].note}{" "}
      {guide && (
        <TextLink inText href={`/docs/rates#${guide}`}>
          How it is counted
        </TextLink>
      )}
    </>
  );
}

/** Where the guide defines what a rule compares. */
const GUIDES: Partial<Record<AlertKind, string>> = {
  approvals_fell: "incidents",
  decline_rate: "approval-rate",
};

function Told({ alert }: { alert: AlertView }) {
  const { mode } = useSession();
  const { title, why, path, action, at, resolvedAt, isOpen, muted } = alert;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-14 font-medium [overflow-wrap:anywhere]">{title}</p>
        {isOpen && <Badge tone="warning">Open</Badge>}
        {muted && <Badge>Muted: not sent</Badge>}
      </div>
      <p className="mt-0.5 text-13 text-ink-muted [overflow-wrap:anywhere]">{why}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-12 text-ink-faint">
        <Timestamp value={at} form="full" />
        {resolvedAt && (
          <span>
            over <Timestamp value={resolvedAt} form="full" />
          </span>
        )}
        <TextLink href={`/${mode}/${path}`}>{action}</TextLink>
      </p>
    </li>
  );
}
