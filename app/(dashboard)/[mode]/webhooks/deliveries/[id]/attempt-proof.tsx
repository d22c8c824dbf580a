"use client";

import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Pre } from "#components/ui/pre.tsx";
import type { AttemptView } from "#lib/dashboard/views/webhooks.ts";
import { deliverySnippets, signedAt, signedString } from "../../delivery-snippets.ts";

export type AttemptProofProps = { attempt: AttemptView; endpointId: string };

/** What the signature was made of, and programs that check this very attempt. */
export function AttemptProof({ attempt, endpointId }: AttemptProofProps) {
  const { number, requestBody: body, requestHeaders, signedWith } = attempt;
  const signature = requestHeaders["Service-Signature"] ?? "";
  const time = signedAt(signature);
  if (time === null) return null;
  return (
    <>
      <figure
        aria-label="What was signed"
        className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken"
      >
        <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-3">
          <span className="text-12 font-medium text-ink-muted">
            Signed string · the time, a dot, the body as sent
          </span>
          <CopyButton text={signedString({ signature, body })} what="signed string" />
        </figcaption>
        <Pre label="Signed string" wrap>
          <span className="font-semibold text-code-figure">{time}</span>
          <span className="font-semibold">.</span>
          {body}
        </Pre>
      </figure>
      <section className="flex flex-col gap-2 pt-4" aria-label="Verify this in your code">
        <div>
          <h4 className="text-13 font-semibold">Verify this in your code</h4>
          <p className="text-12 text-ink-muted">
            Whole programs with the values of attempt {number}. Where yours disagrees, compare the
            bytes it signs with those above.
          </p>
        </div>
        <CodeBlock
          snippets={deliverySnippets({ endpointId, number, signedWith, signature, body })}
        />
      </section>
    </>
  );
}
