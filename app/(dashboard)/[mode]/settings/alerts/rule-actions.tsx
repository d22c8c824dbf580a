"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { later } from "#components/ui/later.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { AlertRulesView, AlertRuleView } from "#lib/dashboard/views/alerts.ts";
import type { MutePeriod } from "#lib/kernel/vocabulary/alerts.ts";
import { MUTES, ruleTitle } from "./rule-labels.ts";
import { useAlertChange } from "./use-alert-change.ts";

const RuleDialog = later(() => import("./rule-dialog.tsx").then(({ RuleDialog }) => RuleDialog));

/** The menu of a rule: change, mute, delete. */
export function RuleActions({ rule, found }: { rule: AlertRuleView; found: AlertRulesView }) {
  const change = useAlertChange();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const mute = (period: MutePeriod | null) =>
    change((client, mode) =>
      client.post("/:mode/alert-rules/:id/mute", { mode, id: rule.id }, { for: period }),
    ).then(
      () => void toast.done(period ? "Rule muted" : "Rule no longer muted"),
      (error) => void toast.failed(error instanceof Error ? error : "Try again."),
    );
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${ruleTitle(rule)}`}>
            <Ellipsis className="size-4" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setEditing(true)}>Change rule</MenuItem>
        <MenuSeparator />
        {rule.muted ? (
          <MenuItem onSelect={() => void mute(null)}>Unmute</MenuItem>
        ) : (
          MUTES.map(({ value, label }) => (
            <MenuItem key={value} onSelect={() => void mute(value)}>
              {label}
            </MenuItem>
          ))
        )}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setDeleting(true)}>
          Delete rule
        </MenuItem>
      </Menu>
      {editing && <RuleDialog rule={rule} found={found} open onOpenChange={setEditing} />}
      <ConfirmDialog
        title="Delete this rule?"
        touches={`${ruleTitle(rule)}: it sends no more alerts. Alerts that were sent stay.`}
        verb="Delete rule"
        open={deleting}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await change((client, mode) =>
            client.post("/:mode/alert-rules/:id/delete", { mode, id: rule.id }),
          );
          toast.done("Rule deleted");
        }}
      />
    </>
  );
}
