"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Badge } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { AlertRulesView, AlertRuleView } from "#lib/dashboard/views/alerts.ts";
import { useSession } from "../../../session.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { Channels } from "./channels.tsx";
import { PreferencesForm } from "./preferences-form.tsx";
import { RuleActions } from "./rule-actions.tsx";
import { peopleText, ruleTitle } from "./rule-labels.ts";

const RuleDialog = later(() => import("./rule-dialog.tsx").then(({ RuleDialog }) => RuleDialog));

/** Alert rules of the mode, their webhooks, and when the signed-in person gets e-mail. */
export function AlertsScreen() {
  const { mode } = useSession();
  const query = useQuery(read("/:mode/alert-rules", { mode }));
  return (
    <QueryState query={query} what="The alert rules" loading={<DetailLoading />}>
      {(found) => <Alerts found={found} />}
    </QueryState>
  );
}

function Alerts({ found }: { found: AlertRulesView }) {
  const { mode } = useSession();
  return (
    <>
      <PageHeader
        title="Alerts"
        note={`Rules send alerts of ${mode} mode by e-mail, to Slack and to the bell above. Try a rule on the last 30 days before you save it.`}
        actions={found.mayEdit && <CreateRule found={found} />}
      />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Rules">
            {found.rules.length === 0 ? (
              <NoRules />
            ) : (
              <ul aria-label="Rules" className="divide-y divide-line">
                {found.rules.map((rule) => (
                  <Rule key={rule.id} rule={rule} found={found} />
                ))}
              </ul>
            )}
          </Section>
          {!found.mayEdit && (
            <p className="text-13 text-ink-muted">Only owners and admins can change rules.</p>
          )}
          <Channels found={found} />
        </div>
        <PreferencesForm preferences={found.preferences} />
      </div>
    </>
  );
}

function CreateRule({ found }: { found: AlertRulesView }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Create rule
      </Button>
      {open && <RuleDialog rule={null} found={found} open onOpenChange={setOpen} />}
    </>
  );
}

function NoRules() {
  return (
    <EmptyState title="No rules, so no alerts">
      A rule says what to watch and whom to alert: for example, e-mail Finance when a payout is
      returned. E-mails about signing in and invitations do not need a rule.
    </EmptyState>
  );
}

function Rule({ rule, found }: { rule: AlertRuleView; found: AlertRulesView }) {
  const { mode } = useSession();
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink
            className="text-14 font-medium text-ink!"
            href={`/${mode}/settings/alerts/${rule.id}`}
          >
            {ruleTitle(rule)}
          </TextLink>
          <RuleState rule={rule} />
        </div>
        <p className="mt-0.5 text-13 text-ink-muted">{peopleText(rule, found)}</p>
        <p className="mt-0.5 text-12 text-ink-faint">
          {rule.firedAt ? (
            <>
              Last alert <Timestamp value={rule.firedAt} />
            </>
          ) : (
            "No alert yet"
          )}
        </p>
      </div>
      {found.mayEdit && <RuleActions rule={rule} found={found} />}
    </li>
  );
}

/** Off, muted, or with an open alert; a rule that is simply on has no badge. */
export function RuleState({ rule }: { rule: AlertRuleView }) {
  const { active, muted, open } = rule;
  if (!active) return <Badge>Off</Badge>;
  if (muted) {
    return (
      <Badge>
        Muted {muted.until ? <MutedUntil until={muted.until} /> : "for ever"}
        {muted.by && ` by ${muted.by}`}
      </Badge>
    );
  }
  return open > 0 ? <Badge tone="warning">{open} open</Badge> : null;
}

const MutedUntil = ({ until }: { until: string }) => (
  <>
    until <Timestamp value={until} form="short" />
  </>
);
