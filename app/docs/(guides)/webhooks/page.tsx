import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { verifySnippets } from "../../../(dashboard)/[mode]/webhooks/verify-snippets.ts";
import { EVENTS } from "../../api/reference.ts";
import { ORIGIN } from "../../api/snippets.ts";
import { DELIVERY_HEADERS } from "../../delivery-headers.ts";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { NIGHTLY } from "../../guide-snippets.ts";
import { listenAt } from "../../listen-snippet.ts";
import { retryRows } from "../../retry-rows.ts";

export const metadata: Metadata = { title: "Webhooks · Guides" };

const VERIFY = verifySnippets({ id: "your endpoint" });

const RETRIES = retryRows(EVENTS);

export default function WebhooksGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Webhooks</h1>
      <Lead>
        A payer closes the tab, a debit fails on its third day, a dispute is opened a month later:
        in each case we post an event to your server within a second. Rely on events, not on what
        the browser reports.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/event-types">Every event with an example</TextLink>
      </p>
      <p className="mt-1 text-13">
        <TextLink href="/docs/webhook-operations">Replay, rotate, and recover an endpoint</TextLink>
      </p>
      <Part id="receiving" title="Receiving">
        <Lead>
          Respond with any 2xx within 10 seconds, and process the event afterwards. Events arrive at
          least once and in no guaranteed order: store each event's `id` and skip duplicates. The
          body holds the whole object as it was at the time of the event. To get its current state,
          read the object from the API.
        </Lead>
        <Table title="Headers of a delivery" rows={DELIVERY_HEADERS} />
        <Lead>
          An endpoint can have up to ten headers of its own, such as a key for the gateway in front
          of your server. We keep them encrypted and send them with each delivery to that endpoint.
        </Lead>
      </Part>
      <Part id="verifying" title="Verifying">
        <Lead>
          Anyone can post to your URL, but only you and we know the signing secret. The signature is
          an HMAC-SHA-256 over `t`, a dot, and the raw bytes of the body, so verify it before you
          parse the body. Compare in constant time, and reject a `t` that differs from your clock by
          more than 300 seconds in either direction. Each sample is a complete receiver.
        </Lead>
        <DocsCode title="A receiver" snippets={VERIFY} />
        <Lead>
          A verifier of Standard Webhooks works too, such as `new Webhook(secret).verify(body,
          headers)` of the package `standardwebhooks`. It reads `webhook-id`, `webhook-timestamp`
          and `webhook-signature`, which are made with the same secret: an HMAC-SHA-256 over
          `id.timestamp.body`, keyed with the bytes that the part after `whsec_` encodes in base64.
        </Lead>
      </Part>
      <Part id="local" title="Receive events on your own machine">
        <Lead>
          You can forward your account's events to a local port. They are signed like deliveries,
          and you need no open port to the internet. The command reads the key from
          `PAYDESK_SECRET_KEY`, or uses the one that `npx paydesk login` stored:
        </Lead>
        <DocsCode title="Forward events" snippets={[{ language: "sh", code: listenAt(ORIGIN) }]} />
        <Lead>
          `--load 4242` in place of `--forward-to` sends each event to the paths of your endpoints
          that are subscribed to it, on that port. Other options are in the guide to the command
          line.
        </Lead>
        <Lead>
          Or register `https://localhost:8443/…` as an endpoint in test mode, where a self-signed
          certificate is accepted. The dashboard's page for a new endpoint has a receiver to copy.
        </Lead>
      </Part>
      <Part id="retries" title="When your server is down">
        <Lead>
          A delivery without a 2xx response is retried. If all deliveries to an endpoint fail, we
          e-mail the account's owners and developers after 24 and 48 hours, and after 72 hours we
          disable the endpoint and e-mail them again. Settings → Alerts changes who is told, after
          how many hours, and adds Slack. No event is lost: we hold each new delivery for 30 days,
          and you can send them when you enable the endpoint again. Its page says until when the
          first one is kept.
        </Lead>
        <Table title="Retries after the first attempt" rows={RETRIES} />
        <Lead>
          For 30 days you can replay any delivery, with the same event id and a new signature.
          Replay a single delivery, or all that failed within a period, on the Replays page or with
          `POST /v1/replays`. A range replay sends five deliveries first, and the rest when those
          succeed.
        </Lead>
      </Part>
      <Part id="complete" title="Check that everything arrived">
        <Lead>
          Run this check once a day. It counts each event once per endpoint, however many attempts
          were made. `complete` is true when all of them were delivered; the counts show the state
          of the others. Filter with `type` or `endpoint`.
        </Lead>
        <DocsCode title="A nightly check" snippets={NIGHTLY} />
      </Part>
      <Part id="rotation" title="Rotate the signing secret">
        <Lead>
          Rotate the secret on the endpoint's page and choose an overlap. During the overlap each
          delivery has two signatures, one with each secret; the samples above accept either. End
          the overlap when your server uses the new secret.
        </Lead>
      </Part>
    </>
  );
}
