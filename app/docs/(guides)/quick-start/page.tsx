import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { verifySnippets } from "../../../(dashboard)/[mode]/webhooks/verify-snippets.ts";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import {
  FORGE,
  FORWARD,
  KEY,
  PAY,
  PAY_AGAIN,
  RECEIVE,
  RUN_PAY,
} from "../../quick-start-snippets.ts";

export const metadata: Metadata = { title: "Quick start · Guides" };

const RECEIVER = verifySnippets({ id: "`listen`" });

const NEEDS = [
  ["Node", "Version 20 or newer. Nothing to install."],
  ["Python", "Version 3.9 or newer, with `requests` for the payment."],
  ["PHP", "Version 8.1 or newer, with the curl extension."],
  ["Command line", "Node 20 or newer with npm, in every language: it forwards the events."],
] as const;

export default function QuickStartGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Quick start</h1>
      <Lead>
        From nothing to a verified webhook: a key, a payment, and a receiver on your own machine. It
        takes a few minutes of typing, and no real money.
      </Lead>
      <Table title="What you need" rows={NEEDS} />
      <Part id="key" title="1. Get a test key">
        <Steps>
          {[
            "Sign in, and open Test → Keys. Without an account, sign up; where sign-up is closed, ask for an invitation.",
            "Create a secret key. It begins with `sk_test_` and is shown once.",
            "Put it into the environment of your terminal, never into code:",
          ]}
        </Steps>
        <DocsCode title="The key" snippets={KEY} />
      </Part>
      <Part id="pay" title="2. Make a payment">
        <Lead>
          Save this as `pay.mjs`, `pay.py` or `pay.php`. The token is that of a test card that
          succeeds. The order's number is part of the `Idempotency-Key`, so the same order is never
          charged twice.
        </Lead>
        <DocsCode title="pay" snippets={PAY} />
        <DocsCode title="Run it" snippets={RUN_PAY} />
        <Lead>
          It prints the payment's id and `succeeded`, or why the call was refused: a wrong key, for
          example.
        </Lead>
      </Part>
      <Part id="receive" title="3. Receive its event">
        <Lead>
          Save this as `receiver.mjs`, `receiver.py` or `receiver.php`. It verifies the signature
          over the raw bytes, and answers before it works.
        </Lead>
        <DocsCode title="receiver" snippets={RECEIVER} />
        <Lead>
          In a second terminal, in the same folder, forward the events of your account to it.
          Nothing of your machine becomes public. The package `paydesk` is not in the npm registry:
          it is installed from this service. The command prints `Signing secret: whsec_…`:
        </Lead>
        <DocsCode title="Forward events" snippets={FORWARD} />
        <Lead>In a third terminal, also in that folder, start the receiver with that secret:</Lead>
        <DocsCode title="Start the receiver" snippets={RECEIVE} />
      </Part>
      <Part id="verify" title="4. See a verified webhook">
        <DocsCode title="Pay another order" snippets={PAY_AGAIN} />
        <Lead>
          Within a second or two the receiver prints the event's id, `payment.succeeded` and
          `succeeded`. It answers 400 to a body without a valid signature:
        </Lead>
        <DocsCode title="Send it something unsigned" snippets={FORGE} />
      </Part>
      <Part id="next" title="Next">
        <ul className="mt-4 flex flex-col gap-1 text-13">
          <li>
            <TextLink href="/docs/hosted-fields">Take cards in your own page</TextLink>
          </li>
          <li>
            <TextLink href="/docs/command-line">
              Log in, follow requests and trigger events
            </TextLink>
          </li>
          <li>
            <TextLink href="/docs/errors">Retry safely, and handle declines</TextLink>
          </li>
          <li>
            <TextLink href="/docs/test-data">Try every outcome</TextLink>
          </li>
          <li>
            <TextLink href="/docs/going-live">Go live</TextLink>
          </li>
        </ul>
      </Part>
    </>
  );
}
