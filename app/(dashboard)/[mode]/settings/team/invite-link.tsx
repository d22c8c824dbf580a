"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";

/** A link that was just made. The server cannot show it again. */
export type NewLink = { email: string; url: string };

/** Shows a new invite link until the person closes it or leaves the screen. */
export function InviteLink({ link, onDone }: { link: NewLink; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // The screen can be long: bring the link into view, where the invitation was made or below it.
  useEffect(() => {
    title.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const copy = async () => {
    await navigator.clipboard.writeText(link.url);
    setCopied(true);
  };
  return (
    <section
      aria-labelledby="invite-link"
      className="mt-6 rounded-large border border-line bg-surface-raised p-4"
    >
      <h2 id="invite-link" ref={title} className="text-14 font-semibold [overflow-wrap:anywhere]">
        Invite link for {link.email}
      </h2>
      <p className="mt-1 max-w-prose text-13 text-ink-muted">
        It works once, within seven days, and is shown only now. Send it to them only: it lets the
        person who opens it join with the chosen role. A new link ends this one.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <code
          className="min-w-0 flex-1 basis-72 rounded-base border border-line bg-surface-sunken px-3 py-2 font-mono text-12 break-all"
          data-secret
        >
          {link.url}
        </code>
        <Button
          variant="primary"
          icon={
            copied ? (
              <Check className="size-3.5" aria-hidden />
            ) : (
              <Copy className="size-3.5" aria-hidden />
            )
          }
          onClick={() => void copy()}
        >
          Copy invite link
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
      <p role="status" className="sr-only">
        {copied ? "Copied" : `Invite link for ${link.email} created`}
      </p>
    </section>
  );
}
