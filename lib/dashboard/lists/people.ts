import { type AuditEntry, type AuditFilter, listAudit, SUBJECTS } from "#lib/domain/audit/index.ts";
import { type ApiKey, type KeyUse, listKeys } from "#lib/domain/keys/index.ts";
import { listMail } from "#lib/domain/mail/index.ts";
import { listTeam } from "#lib/domain/members/index.ts";
import { MODES } from "#lib/kernel/mode.ts";
import { MAIL_STATUSES } from "#lib/kernel/vocabulary/mail.ts";
import { readChoices, readRealPeriod, readText, readWords } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import { notificationListItemView, teamMemberView } from "../views/account.ts";
import { keyView } from "../views/keys.ts";

import { createdCells, idCells, list, noFilter, onePage, statusCells } from "./list.ts";

/** Members, keys, the audit log and e-mails. */

export const keyList = list({
  name: "keys",
  filter: noFilter,
  page: async (c) => onePage(await listKeys(c.get("ctx"))),
  view: (key: ApiKey & { use: KeyUse | null }) => keyView(key, key.use),
  columns: {
    name: { name: (row) => row.name },
    kind: { kind: (row) => row.kind, scopes: (row) => row.scopes?.join(" ") ?? null },
    key: { ...idCells, hint: (row) => row.hint, rotated_from: (row) => row.rotatedFrom },
    total: { requests: (row) => row.use.requests, errors: (row) => row.use.errors },
    last: {
      last_used_at: (row) => row.use.lastUsedAt,
      last_address: (row) => row.use.lastAddress,
      last_version: (row) => row.use.lastVersion,
    },
    status: statusCells,
    ended: {
      created_at: (row) => row.createdAt,
      expires_at: (row) => row.expiresAt,
      revoked_at: (row) => row.revokedAt,
    },
  },
});

export const memberList = list({
  name: "team",
  filter: noFilter,
  page: async (c) => onePage(await listTeam(c.get("membership").accountId)),
  view: teamMemberView,
  columns: {
    who: { ...idCells, name: (row) => row.name, email: (row) => row.email },
    role: { role: (row) => row.role },
    factor: { second_factor: (row) => String(row.hasSecondFactor) },
    seen: { last_seen_at: (row) => row.lastSeenAt, joined_at: (row) => row.joinedAt },
  },
});

function auditFilter(c: ListContext<"/audit">): AuditFilter {
  return {
    actors: readWords(c, "actor"),
    subjects: readChoices(c, "about", SUBJECTS),
    modes: readChoices(c, "mode", MODES),
    created: readRealPeriod(c, "created"),
    search: readText(c, "q"),
  };
}

const json = (facts: AuditEntry["before"]) => facts && JSON.stringify(facts);

export const auditList = list({
  name: "audit-log",
  filter: auditFilter,
  page: (c, wanted, page) => listAudit(c.get("membership"), wanted, page),
  view: (entry: AuditEntry) => ({ ...entry, createdAt: entry.createdAt.toISOString() }),
  columns: {
    what: {
      ...idCells,
      action: (row) => row.action,
      subject_id: (row) => row.subjectId,
      subject_name: (row) => row.subjectName,
      before: (row) => json(row.before),
      after: (row) => json(row.after),
    },
    mode: { mode: (row) => row.mode },
    who: {
      actor_type: (row) => row.actorType,
      actor_id: (row) => row.actorId,
      actor_name: (row) => row.actorName,
    },
    from: {
      address: (row) => row.address,
      client: (row) => row.client,
      request_id: (row) => row.requestId,
    },
    when: createdCells,
  },
});

function mailFilter(c: ListContext<"/notifications">) {
  return { statuses: readChoices(c, "status", MAIL_STATUSES) };
}

export const mailList = list({
  name: "notifications",
  filter: mailFilter,
  page: (c, wanted, page) => listMail(c.get("membership").accountId, wanted, page),
  view: notificationListItemView,
  columns: {
    subject: { ...idCells, kind: (row) => row.kind, subject: (row) => row.subject },
    status: {
      status: (row) => row.status,
      attempts: (row) => row.attempts,
      last_error: (row) => row.lastError,
    },
    recipient: { recipient: (row) => row.recipient },
    created: { created_at: (row) => row.createdAt, sent_at: (row) => row.sentAt },
  },
});
