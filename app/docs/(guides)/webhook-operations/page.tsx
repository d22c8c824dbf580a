import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../../docs-code.tsx";
import { samplesOf } from "../../flows/samples.ts";
import {
  ENABLE_AGAIN,
  FIND_FAILED,
  REPLAY_DRY_RUN,
  ROTATE,
  TEST_EVENT,
} from "../../flows/webhook-flows.ts";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Webhook operations · Guides" };

const DELIVERIES = [
  ["pending", "Not sent yet."],
  ["delivered", "Your server answered with a 2xx."],
  ["retrying", "Waits for the next attempt: `next_attempt_at`."],
  ["failed", "The last attempt failed. Replay it within 30 days."],
  [
    "held",
    "The endpoint is disabled. Kept for 30 days, and sent if you enable it with `send_held`.",
  ],
  ["canceled", "A replay took its place, or the endpoint was deleted."],
] as const;

const DISABLED = [
  ["24 and 48 hours", "If every delivery fails for so long, owners and developers get an e-mail."],
  [
    "72 hours",
    "The endpoint is disabled: `status: disabled`, `disabled_reason`. Another e-mail is sent. New deliveries are `held`.",
  ],
  ["Any success", "Starts the time again: `failing_since` is null."],
] as const;

export default function WebhookOperationsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Webhook operations</h1>
      <Lead>
        Your receiver works; this page is for the day on which it does not, for the rotation of its
        secret, and for moving it.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/webhooks">How to receive and verify webhooks</TextLink>
      </p>
      <Part id="look" title="See what is wrong">
        <Lead>
          Each attempt is kept for 30 days with the request, your answer and the times of DNS,
          connection, TLS and response: in the dashboard under Webhooks, Deliveries, and here.
        </Lead>
        <DocsCode title={FIND_FAILED.title} snippets={samplesOf(FIND_FAILED)} />
        <Table title="Statuses of a delivery" rows={DELIVERIES} />
      </Part>
      <Part id="replay" title="Replay a period">
        <Lead>
          After an outage, send everything again that did not arrive. A dry run counts first and
          sends nothing; the same call without `dry_run` starts the job.
        </Lead>
        <DocsCode title={REPLAY_DRY_RUN.title} snippets={samplesOf(REPLAY_DRY_RUN)} />
        <Steps>
          {[
            "Each endpoint gets five deliveries first. When they succeed, the rest follows with 10 per second and rising.",
            "The job stops by itself when failures rise: `status: paused`, with the reason. `POST /v1/replays/rpl_…/resume` begins with five again.",
            "Event ids stay the same, so a receiver that skips duplicates is safe. Timestamp and signature are new.",
            "One event: `POST /v1/events/evt_…/replay`. One delivery: `POST /v1/deliveries/dlv_…/replay`.",
          ]}
        </Steps>
      </Part>
      <Part id="disabled" title="An endpoint that was disabled">
        <Table title="What happens when every delivery fails" rows={DISABLED} />
        <Lead>
          Repair your server and enable the endpoint. With `send_held` the deliveries that were held
          go out at once. Without it they stay `held`: send a test event, which a disabled endpoint
          does not get, then repeat the call with `send_held`, or replay with `statuses: ["held"]`.
        </Lead>
        <DocsCode title={ENABLE_AGAIN.title} snippets={samplesOf(ENABLE_AGAIN)} />
        <div className="mt-4" />
        <DocsCode title={TEST_EVENT.title} snippets={samplesOf(TEST_EVENT)} />
      </Part>
      <Part id="rotate" title="Rotate the secret">
        <Lead>
          During the overlap, 24 hours unless you say otherwise, both secrets sign each delivery:
          the header has two `v1`. Receivers that accept any match, as our samples do, lose nothing.
          The overlap runs in real time: advancing the sandbox clock does not end it.
        </Lead>
        <DocsCode title={ROTATE.title} snippets={samplesOf(ROTATE)} />
        <Steps>
          {[
            "Store the new secret from the answer; it is shown once.",
            "Start your servers with it.",
            "`POST /v1/webhook_endpoints/we_…/end_secret_overlap` ends the overlap early. If the secret leaked, rotate with `overlap_hours=0`: the old one ends now.",
          ]}
        </Steps>
      </Part>
      <Part id="move" title="Move to another address or version">
        <Steps>
          {[
            "Register a second endpoint with the new address, or the new `version`, and the same events. Both receive every event.",
            "Let the new receiver run beside the old one, and compare.",
            "Delete the old endpoint. Its deliveries remain readable for 30 days.",
          ]}
        </Steps>
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "A firewall answers 403 or a login page 302: redirects are not followed and count as failures.",
            "The receiver works before it answers, and needs more than 10 seconds: it succeeded for you and failed for us, and the event comes again.",
            "A proxy changes the body (another encoding, sorted keys): the signature does not match. Verify the bytes as they arrive.",
            "The clock of your server is wrong by more than 300 seconds: every signature is refused. Use NTP.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
