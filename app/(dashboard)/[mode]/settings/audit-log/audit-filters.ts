import { choicesOf } from "#components/filters/choices.ts";
import type { FilterChoice, FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import type { AuditListView } from "#lib/dashboard/views/account.ts";
import { MODES } from "#lib/kernel/vocabulary/modes.ts";

const ABOUT: readonly FilterChoice[] = [
  { value: "account", label: "account" },
  { value: "member", label: "the team" },
  { value: "sign_in", label: "signing in" },
  { value: "version", label: "versions" },
  { value: "key", label: "keys" },
  { value: "endpoint", label: "endpoints" },
  { value: "event,delivery,replay", label: "deliveries and replays" },
  { value: "payment,refund", label: "payments and refunds" },
  { value: "dispute", label: "disputes" },
  { value: "mandate", label: "mandates" },
  { value: "plan,subscription", label: "plans and subscriptions" },
  { value: "payout,payout_batch,payout_approval,payout_limit", label: "payouts" },
  { value: "download", label: "report files" },
  { value: "list", label: "list exports" },
  { value: "list_view", label: "the team's views" },
  { value: "sandbox", label: "the sandbox" },
];

/** The choices of `actor` come from those who have changed anything. */
export function auditFilters(
  actors: AuditListView["actors"] = [],
): readonly FilterDef<ListNames<"/audit">>[] {
  return [
    { key: "q", label: "Search the log", kind: "search", placeholder: "Id, name or address" },
    { key: "about", label: "About", kind: "choice", choices: ABOUT },
    {
      key: "actor",
      label: "By",
      kind: "choice",
      many: true,
      choices: actors.map(({ id, name, type }) => ({
        value: id,
        label: type === "key" ? `key ${name}` : name,
      })),
    },
    { key: "created", label: "When", kind: "period" },
    {
      key: "mode",
      label: "Mode",
      kind: "choice",
      choices: choicesOf(MODES, { test: "test", live: "live" }),
    },
  ];
}
