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
};

/** An object's id, and the way to its page. */
export function ObjectLink({ id }: { id: string }) {
  const { mode } = useSession();
  const page = PAGES[id.split("_")[0] ?? ""];
  const text = <code className="font-mono text-12">{shortenId(id)}</code>;
  return (
    <span className="inline-flex items-center gap-0.5">
      {page ? <TextLink href={`/${mode}/${page}/${id}`}>{text}</TextLink> : text}
      <CopyButton text={id} what="object id" className="opacity-60" />
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
