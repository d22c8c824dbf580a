"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { useSession } from "../../session.tsx";

/** The path of an object's page by the prefix of its id. Some kinds have none. */
const PAGES: Record<string, string> = {
  pay: "payments",
  bp: "payments",
  mdt: "mandates",
  re: "refunds",
  cus: "customers",
  dp: "disputes",
  stl: "settlements",
  sub: "subscriptions",
  in: "invoices",
  po: "payouts",
  pob: "batches",
  evt: "events",
  dlv: "webhooks/deliveries",
  we: "webhooks/endpoints",
  rpl: "webhooks/replays",
  req: "logs",
  key: "keys",
  mcl: "reports/closing",
  // Money movements have no page, so link to their timeline.
  ltr: "timeline",
};

const ID = /^([a-z]{2,4})_[0-9a-z]{10,40}$/;

/** The list of kinds that have no page of their own. */
const LISTS: Record<string, string> = {
  dl: "reports/downloads",
  plc: "settings/payout-limits",
};

/** The path of an object's page or list, or null for other text. */
export function objectHref(mode: string, id: string): string | null {
  const prefix = ID.exec(id)?.[1] ?? "";
  if (PAGES[prefix]) return `/${mode}/${PAGES[prefix]}/${id}`;
  return LISTS[prefix] ? `/${mode}/${LISTS[prefix]}` : null;
}

/** An object's id with a link to its page. */
export function ObjectLink({ id }: { id: string }) {
  const { mode } = useSession();
  const href = objectHref(mode, id);
  const text = <code className="font-mono text-12">{shortenId(id)}</code>;
  return (
    <span className="inline-flex items-center gap-0.5">
      {href ? <TextLink href={href}>{text}</TextLink> : text}
      <CopyButton text={id} what="object id" className="opacity-60" />
    </span>
  );
}

/** Links to the request that caused something. Actions of the dashboard are not in the log. */
export function RequestLink({ id }: { id: string }) {
  const { mode } = useSession();
  return (
    <span className="inline-flex items-center gap-0.5">
      <TextLink href={`/${mode}/logs?q=${id}`}>
        <code className="font-mono text-12">{shortenId(id)}</code>
      </TextLink>
      <CopyButton text={id} what="request id" className="opacity-60" />
    </span>
  );
}

/** A short id with a copy button, for objects without a page. */
export function CopyId({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <code className="font-mono text-12" title={id}>
        {shortenId(id)}
      </code>
      <CopyButton text={id} what={what} className="opacity-60" />
    </span>
  );
}
