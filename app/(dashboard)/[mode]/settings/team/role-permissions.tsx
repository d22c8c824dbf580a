"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { refundLimitText } from "#components/payments/refund-limit.ts";
import { read } from "#lib/dashboard/client.ts";
import type { TeamView } from "#lib/dashboard/views/account.ts";
import { type Role, roleName } from "./roles.ts";

type Permission = TeamView["permissions"][Role][number];

/** Each permission as an action, in the order of a merchant's day. The compiler asks for every one. */
const ACTIONS: Readonly<Record<Permission, string>> = {
  manage_payments: "Capture, cancel and retry payments",
  refund: "Refund payments",
  manage_disputes: "Answer or accept disputes",
  manage_mandates: "Revoke mandates",
  pay_out: "Create and approve payouts",
  download_reports: "Download reports and lists",
  reconcile_bank: "Match bank statements",
  close_months: "Close a month",
  manage_keys: "Create, rotate and revoke keys",
  manage_webhooks: "Change endpoints and replay deliveries",
  manage_versions: "Change the pinned version",
  use_sandbox: "Make test payments",
  use_shell: "Call the API in the shell",
  change_live_by_shell: "Change live data in the shell",
  read_audit_log: "Read the audit log",
  read_mail: "Read the account’s e-mails",
  annotate: "Write notes and change tags",
  delete_notes: "Delete colleagues’ notes",
  manage_views: "Change the team’s saved views of lists",
  manage_alerts: "Change and mute alert rules",
  manage_team: "Invite, change and remove members",
  manage_account: "Change the account’s settings",
};

const ORDER = Object.keys(ACTIONS) as Permission[];

/** The permissions that a role has and those it lacks. Every member may read everything else. */
export function RolePermissions({ role }: { role: Role }) {
  const { data: team } = useQuery(read("/team"));
  if (!team) return null;
  const may = (permission: Permission) => team.permissions[role].includes(permission);
  const limits = team.refundLimits.find((one) => one.role === role)?.limits;
  const textOf = (permission: Permission) =>
    permission === "refund" && limits
      ? `${ACTIONS.refund}, ${refundLimitText(limits)}`
      : ACTIONS[permission];
  const sorted = [...ORDER.filter(may), ...ORDER.filter((permission) => !may(permission))];
  return (
    <section aria-label={`What ${roleName(role)} may do`} className="text-13">
      <h3 className="mb-1.5 text-12 font-medium text-ink-muted">
        {roleName(role)} may {ORDER.filter(may).length} of {ORDER.length} things, and view all lists
        and reports
      </h3>
      <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {sorted.map((permission) => (
          <li
            key={permission}
            className={may(permission) ? "flex gap-2" : "flex gap-2 text-ink-faint"}
          >
            {may(permission) ? (
              <Check className="mt-0.5 size-3.5 shrink-0 text-positive-ink" aria-hidden />
            ) : (
              <Minus className="mt-0.5 size-3.5 shrink-0" aria-hidden />
            )}
            <span>
              {!may(permission) && <span className="sr-only">Not: </span>}
              {textOf(permission)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
