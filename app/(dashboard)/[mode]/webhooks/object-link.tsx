"use client";

import Link from "next/link";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { useSession } from "../../session.tsx";

/** Where the page of an object is, by the prefix of its id; objects without a page have none. */
const PAGES: Record<string, string> = { pay: "payments", re: "refunds", cus: "customers" };

/** An object's id, and the way to its page. */
export function ObjectLink({ id }: { id: string }) {
  const { mode } = useSession();
  const page = PAGES[id.split("_")[0] ?? ""];
  const text = <code className="font-mono text-12">{shortenId(id)}</code>;
  return (
    <span className="inline-flex items-center gap-0.5">
      {page ? <LinkTo href={`/${mode}/${page}/${id}`}>{text}</LinkTo> : text}
      <CopyButton text={id} what="object id" className="opacity-60" />
    </span>
  );
}

/** A link inside facts and sentences. */
export function LinkTo({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link href={href} className="rounded-small text-accent-ink hover:underline">
      {children}
    </Link>
  );
}
