import type { PeerCertificate } from "node:tls";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Whose certificate a server showed, whether or not it was accepted. */
export type Certificate = {
  /** The host it is for. */
  subject: string;
  /** Who vouches for it: `Let's Encrypt, R11`. */
  issuer: string;
  /** ISO 8601. */
  validFrom: string;
  validTo: string;
};

const LONGEST_NAME = 200;

/** What the server of a connection showed; null when it showed none that can be read. */
export function certificateOf(certificate: PeerCertificate | null): Certificate | null {
  const shown: Partial<PeerCertificate> = certificate ?? {};
  const [validFrom, validTo] = [momentOf(shown.valid_from), momentOf(shown.valid_to)];
  if (!validFrom || !validTo) return null;
  return {
    subject: nameOf(shown.subject?.CN) || firstHost(shown.subjectaltname) || "without a name",
    issuer: [shown.issuer?.O, shown.issuer?.CN].map(nameOf).filter(Boolean).join(", "),
    validFrom,
    validTo,
  };
}

/** `DNS:hooks.example, DNS:www.hooks.example` → `hooks.example` */
function firstHost(names: string | undefined): string {
  return nameOf(names?.split(",")[0]?.replace(/^\s*\w[\w ]*:/, ""));
}

/** They are text of a stranger: the database's JSON has no NUL, and pages have an end. */
function nameOf(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(" ") : (value ?? "");
  return text.replaceAll("\0", "").trim().slice(0, LONGEST_NAME);
}

function momentOf(text: string | undefined): string | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : dateFromMs(ms).toISOString();
}
