"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { useSession } from "../../session.tsx";

/** Where the page of an object is, by the prefix of its id; objects without a page have none. */
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
  // What moved money has no page; its timeline is the nearest thing.
  ltr: "timeline",
};

const ID = /^([a-z]{2,4})_[0-9a-z]{10,40}$/;

/** Where the list is in which an object stands that has no page of its own. */
const LISTS: Record<string, string> = {
  dl: "reports/downloads",
  plc: "settings/payout-limits",
};

/** Where the page of an object is, or else its list; null for what is no id, or has neither. */
export function objectHref(mode: string, id: string): string | null {
  const prefix = ID.exec(id)?.[1] ?? "";
  if (PAGES[prefix]) return `/${mode}/${PAGES[prefix]}/${id}`;
  return LISTS[prefix] ? `/${mode}/${LISTS[prefix]}` : null;
}

/** An object's id, and the way to its page. */
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

/** The request that caused something, by way of the log: the dashboard's own actions are not in it. */
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

/** An id that has no page of its own, short, to be copied. */
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
