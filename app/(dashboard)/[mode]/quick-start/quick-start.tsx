"use client";

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Timestamp } from "#components/time/timestamp.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { cx } from "#components/ui/cx.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { QuickStartView } from "#lib/dashboard/views/home.ts";
import { listenAt } from "../../../docs/listen-snippet.ts";
import { useSession } from "../../session.tsx";
import { FirstPayment } from "../payments/first-payment.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { endpointSnippets } from "./endpoint-snippets.ts";
import { progressOf, stepsOf } from "./progress-strip.tsx";
import { RunHere } from "./run-here.tsx";

/** Only in test mode, for people who may use the shell. */

/** The steps from a key to the first webhook, with the account's own key and address. Each step is ticked when its
 * result exists. */
export function QuickStart({ start }: { start: QuickStartView }) {
  const { mode } = useSession();
  const steps = stepsOf(start);
  const { done, of } = progressOf(start);
  return (
    <div className="max-w-180">
      <h2 className="text-20 font-semibold">
        {done === of ? "You are set up" : "From a key to the first webhook"}
      </h2>
      <p className="mt-1 max-w-prose text-14 text-ink-muted">
        {mode === "test"
          ? "Nothing here moves real money. Each step is ticked when its result arrives."
          : "Live payments need an acquirer. Try everything in test mode first: the calls are the same."}
      </p>
      <p className="mt-3 text-13 font-medium" aria-live="polite">
        {done} of {of} steps done
      </p>
      <ol className="mt-4 flex flex-col gap-6">
        <KeyStep start={start} done={steps.key} />
        <ChargeStep start={start} done={steps.charge} />
        <EndpointStep start={start} done={steps.endpoint} />
        <WebhookStep start={start} done={steps.webhook} />
      </ol>
      <NextSteps start={start} />
    </div>
  );
}

type StepProps = { start: QuickStartView; done: boolean };

function KeyStep({ start: { key }, done }: StepProps) {
  const { mode } = useSession();
  const code = `export PAYDESK_SECRET_KEY=${key?.hint ?? `sk_${mode}_…`}`;
  return (
    <Step
      number={1}
      title="Create a secret key"
      done={done}
      code={
        <CodeBlock
          title="Put the whole key into the environment"
          snippets={[{ language: "sh", code }]}
        />
      }
    >
      {key ? (
        <>
          <TextLink inText href={`/${mode}/keys/${key.id}`}>
            {key.name}
          </TextLink>{" "}
          (<code className="font-mono text-12">{key.hint}</code>){" "}
          {key.lastUsedAt ? (
            <>
              works; its last request was <Timestamp value={key.lastUsedAt} />.
            </>
          ) : (
            <>
              is ready. Its secret was shown once, when the key was created; if you did not store
              it,{" "}
              <TextLink inText href={`/${mode}/keys?create`}>
                create another
              </TextLink>
              .
            </>
          )}
        </>
      ) : (
        <>
          No active secret key in {mode} mode.{" "}
          <TextLink inText href={`/${mode}/keys?create`}>
            Create one
          </TextLink>
          .
        </>
      )}
    </Step>
  );
}

function ChargeStep({ start: { baseUrl, firstPayment }, done }: StepProps) {
  const { mode, session } = useSession();
  return (
    <Step
      number={2}
      title="Charge a card"
      done={done}
      code={
        <div className="flex flex-col gap-3">
          <FirstPayment baseUrl={baseUrl} />
          {mode === "test" && session.may.includes("use_shell") && <RunHere />}
        </div>
      }
    >
      The call reads the key from <code className="font-mono text-12">PAYDESK_SECRET_KEY</code>. The
      Idempotency-Key makes it safe to repeat the call: it charges once.{" "}
      {firstPayment && (
        <TextLink inText href={`/${mode}/payments/${firstPayment}`}>
          View your first payment
        </TextLink>
      )}
    </Step>
  );
}

function EndpointStep({ start: { baseUrl, endpoint }, done }: StepProps) {
  const { mode } = useSession();
  const here = useOrigin();
  const snippets = endpointSnippets({ origin: baseUrl || here });
  return (
    <Step
      number={3}
      title="Choose where to receive events"
      done={done}
      code={
        <div className="flex flex-col gap-3">
          {mode === "test" && (
            <CodeBlock
              title="Forward events to your own machine"
              snippets={[{ language: "sh", code: listenAt(baseUrl || here) }]}
            />
          )}
          <CodeBlock title="Register an endpoint" snippets={snippets} wrap />
        </div>
      }
    >
      {endpoint ? (
        <>
          Your{" "}
          <TextLink inText href={`/${mode}/webhooks/endpoints/${endpoint}`}>
            endpoint
          </TextLink>{" "}
          is registered.
        </>
      ) : (
        <>
          {mode === "test" && (
            <>
              To try it without a public server, forward events to your own machine with{" "}
              <code className="font-mono text-12">listen</code>: it needs no certificate and no open
              port.{" "}
            </>
          )}
          Register a server with the call below, or{" "}
          <TextLink inText href={`/${mode}/webhooks/endpoints/new`}>
            on a form
          </TextLink>
          .
        </>
      )}
    </Step>
  );
}

function WebhookStep({ start: { delivered, endpoint }, done }: StepProps) {
  const { mode } = useSession();
  return (
    <Step number={4} title="Receive a webhook" done={done}>
      {delivered ? (
        <>
          Your server{" "}
          <TextLink inText href={`/${mode}/webhooks/deliveries/${delivered}`}>
            answered its first webhook
          </TextLink>
          .
        </>
      ) : (
        <>
          Make another payment, or send a test event from{" "}
          <TextLink inText href={`/${mode}/webhooks/endpoints${endpoint ? `/${endpoint}` : ""}`}>
            the endpoint&rsquo;s page
          </TextLink>
          . The step is ticked when your server answers 2xx;{" "}
          <TextLink inText href="/docs/webhooks">
            verify the signature
          </TextLink>{" "}
          before you trust an event.
        </>
      )}
    </Step>
  );
}

function Step(props: {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
  code?: ReactNode;
}) {
  const { number, title, done, children, code } = props;
  return (
    <li className="flex gap-4">
      <span
        className={cx(
          "flex size-6 shrink-0 items-center justify-center rounded-full text-12 font-semibold tabular-nums",
          done ? "bg-positive-soft text-positive-ink" : "bg-accent-soft text-accent-ink",
        )}
      >
        {done ? (
          <>
            <Check className="size-3.5" strokeWidth={3} aria-hidden />
            <span className="sr-only">Done:</span>
          </>
        ) : (
          <span aria-hidden>{number}</span>
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-14 leading-6 font-semibold">{title}</h3>
        <p className="max-w-prose text-14 text-ink-muted">{children}</p>
        {code && <div className="mt-3">{code}</div>}
      </div>
    </li>
  );
}

function NextSteps({ start: { firstDecline } }: { start: QuickStartView }) {
  const { mode } = useSession();
  return (
    <section aria-labelledby="further" className="mt-10 border-t border-line pt-5">
      <h3 id="further" className="text-14 font-semibold">
        Next
      </h3>
      <ul className="mt-2 flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-14 text-ink-muted marker:text-ink-faint">
        {mode === "test" && (
          <>
            <li>
              Accept cards on your own page: pay in the{" "}
              <TextLink inText href="/test/checkout">
                demo checkout
              </TextLink>
              , and put the same{" "}
              <TextLink inText href="/docs/hosted-fields">
                card fields
              </TextLink>{" "}
              on yours. No card number reaches your server.
            </li>
            <li>
              {firstDecline ? (
                <>
                  You have{" "}
                  <TextLink inText href={`/test/payments/${firstDecline}`}>
                    seen a decline
                  </TextLink>
                  ; there is{" "}
                </>
              ) : (
                <>
                  See a decline: pay with{" "}
                  <code className="font-mono text-12">pm_test_4000000000009995</code>, or{" "}
                </>
              )}
              <TextLink inText href="/docs/test-data">
                a test card, account or bank for every outcome
              </TextLink>
              .
            </li>
          </>
        )}
        <li>
          <TextLink inText href="/docs/going-live">
            Go live
          </TextLink>{" "}
          with a checklist, and read{" "}
          <TextLink inText href="/docs">
            the guides
          </TextLink>
          .
        </li>
      </ul>
    </section>
  );
}
