import type { ReactNode } from "react";
import { TextLink } from "#components/ui/text-link.tsx";
import type { HomeView } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { FirstPayment } from "../payments/first-payment.tsx";

/** Before the first payment: the steps to it and past it, with the account's own key. */
export function QuickStart({ start }: { start: NonNullable<HomeView["quickStart"]> }) {
  const { mode } = useSession();
  const { key, baseUrl } = start;
  return (
    <div className="max-w-180">
      <h2 className="text-20 font-semibold">Make your first payment</h2>
      <p className="mt-1 max-w-prose text-14 text-ink-muted">
        {mode === "test"
          ? "Nothing here touches real money. One call makes a payment; it appears on this page at once."
          : "Live payments need an acquirer. Try everything in test mode first: the calls are the same."}
      </p>
      <ol className="mt-6 flex flex-col gap-6">
        <Step number={1} title="Take a secret key">
          {key ? (
            <>
              <TextLink inText href={`/${mode}/keys/${key.id}`}>
                {key.name}
              </TextLink>{" "}
              (<code className="font-mono text-12">{key.hint}</code>) is ready. Its secret was shown
              once, when it was made; if nobody kept it,{" "}
              <TextLink inText href={`/${mode}/keys`}>
                create another
              </TextLink>
              .
            </>
          ) : (
            <>
              No secret key works in {mode} mode.{" "}
              <TextLink inText href={`/${mode}/keys`}>
                Create one
              </TextLink>
              .
            </>
          )}
        </Step>
        <Step
          number={2}
          title="Charge a card"
          code={<FirstPayment baseUrl={baseUrl} keyHint={key?.hint} />}
        >
          Put the whole key in the place of its beginning and end. The Idempotency-Key makes it safe
          to send the same call twice: it charges once.
        </Step>
        <Step number={3} title="Hear of it">
          <TextLink inText href={`/${mode}/webhooks/endpoints`}>
            Register a webhook endpoint
          </TextLink>{" "}
          and every outcome is sent to your server within a second, signed.
        </Step>
        {mode === "test" && (
          <Step number={4} title="Take cards in your own page">
            Pay in the{" "}
            <TextLink inText href="/test/checkout">
              demo checkout
            </TextLink>
            , bank page included, and put the same{" "}
            <TextLink inText href="/docs/hosted-fields">
              card fields
            </TextLink>{" "}
            into yours: no card number ever reaches your server.
          </Step>
        )}
        {mode === "test" && (
          <Step number={5} title="See what a refusal looks like">
            Use <code className="font-mono text-12">pm_test_4000008000000518</code> for insufficient
            funds, or another of the test cards that trigger one named decline each.
          </Step>
        )}
      </ol>
    </div>
  );
}

function Step(props: { number: number; title: string; children: ReactNode; code?: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent-ink tabular-nums"
      >
        {props.number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-14 leading-6 font-semibold">{props.title}</h3>
        <p className="max-w-prose text-14 text-ink-muted">{props.children}</p>
        {props.code && <div className="mt-3">{props.code}</div>}
      </div>
    </li>
  );
}
