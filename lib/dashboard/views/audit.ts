import { ACTIONS, type AuditEntry, isAction, type KeptFacts } from "#lib/domain/audit/index.ts";
import { formatMinor } from "#lib/kernel/money.ts";

export type AuditActorView = { type: "member" | "key" | "system"; id: string; name: string };

export type AuditEntryView = {
  id: string;
  mode: "test" | "live" | null;
  action: string;
  /** The action in words. */
  label: string;
  subject: { id: string; name: string | null };
  actor: AuditActorView;
  address: string | null;
  client: string | null;
  requestId: string;
  /** What changed, fact by fact: null where there was nothing before, or is nothing after. */
  changes: { name: string; before: string | null; after: string | null }[];
  createdAt: string;
};

export type AuditListView = {
  entries: AuditEntryView[];
  total: number;
  older: string | null;
  newer: string | null;
  /** Everybody who has ever changed something. */
  actors: AuditActorView[];
};

export function auditEntryView(entry: AuditEntry): AuditEntryView {
  return {
    id: entry.id,
    mode: entry.mode,
    action: entry.action,
    label: isAction(entry.action) ? ACTIONS[entry.action].label : entry.action,
    subject: { id: entry.subjectId, name: entry.subjectName },
    actor: auditActorView(entry),
    address: entry.address,
    client: entry.client,
    requestId: entry.requestId,
    changes: changesOf(entry),
    createdAt: entry.createdAt.toISOString(),
  };
}

type Actor = Pick<AuditEntry, "actorType" | "actorId" | "actorName">;

export function auditActorView({ actorType, actorId, actorName }: Actor): AuditActorView {
  return { type: actorType, id: actorId, name: actorName ?? actorId };
}

function changesOf({ before, after }: AuditEntry): AuditEntryView["changes"] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    name: inLabel(name),
    before: textOf(before, name),
    after: textOf(after, name),
  }));
}

function textOf(facts: KeptFacts | null, name: string): string | null {
  const value = facts?.[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const { currency } = facts ?? {};
  const isMoney = /(Minor|Total)$/.test(name) && /^-?\d+$/.test(String(value));
  if (isMoney && typeof currency === "string") return formatMinor(BigInt(String(value)), currency);
  return String(value);
}

/** `amountMinor` → `amount`, `acceptedTotal` → `accepted total`. */
const inLabel = (name: string) =>
  name
    .replace(/Minor$/, "")
    .replace(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end} ${next.toLowerCase()}`);
