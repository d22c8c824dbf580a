import type { Metadata } from "next";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { verifySnippets } from "../../../(dashboard)/[mode]/webhooks/verify-snippets.ts";
import { EVENTS } from "../../api/reference.ts";
import { DELIVERY_HEADERS } from "../../delivery-headers.ts";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { LISTEN, NIGHTLY } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Webhooks · Guides" };

const VERIFY = verifySnippets({ id: "your endpoint", secretHint: "…" });

/** The tries after the first, by the kind of event: ladders that events share are told once. */
const LADDERS = [...new Map(EVENTS.map((event) => [event.retry_minutes.join(), event])).values()];

const minutes = (value: number) => (value % 60 === 0 ? `${value / 60} h` : `${value} min`);

const RETRIES = LADDERS.map(({ type, retry_minutes }): readonly [string, string] => [
  `${type.split(".")[0]}.*`,
  `Tried again after ${retry_minutes.map(minutes).join(", ")}.`,
]);

export default function WebhooksGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Webhooks</h1>
      <Lead>
        A payer closes the tab, a debit fails on its third day, a dispute comes a month later: you
        hear of it by an event, posted to your server within a second of its happening. Build on
        events, not on what a browser reports.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/event-types">Every event with an example</TextLink>
      </p>
      <Part id="receiving" title="Receiving">
        <Lead>
          Answer any 2xx within 10 seconds, and do the work afterwards. Events come at least once
          and in no promised order: keep the `id` of each and pass over one you have seen; for the
          present state of an object, read it. The body holds the whole object as it was.
        </Lead>
        <Table title="Headers of a delivery" rows={DELIVERY_HEADERS} />
      </Part>
      <Part id="verifying" title="Verifying">
        <Lead>
          Anyone can post to your address; only we know your signing secret. The signature is
          HMAC-SHA-256 over `t`, a dot, and the bytes of the body as they came: verify before you
          parse. Compare in constant time, and refuse a `t` more than 300 seconds away in either
          direction. Each of these is a whole receiver.
        </Lead>
        <CodeBlock title="A receiver" snippets={VERIFY} />
      </Part>
      <Part id="local" title="On your own machine">
        <Lead>
          Two ways. Forward your account's events to a port of yours, signed like deliveries, with
          nothing open to the outside:
        </Lead>
        <CodeBlock title="Forward events" snippets={[{ language: "sh", code: LISTEN }]} />
        <Lead>
          Or register `https://localhost:8443/…` as an endpoint in test mode, where a certificate of
          your own is accepted; the dashboard's page for a new endpoint has the receiver to copy.
        </Lead>
      </Part>
      <Part id="retries" title="When your server is down">
        <Lead>
          What is not answered with 2xx is tried again. After 72 hours of failures alone an endpoint
          is disabled and the account's owners are written to, after 24 and 48 hours already.
          Nothing is lost by it: what comes meanwhile is held, and sent when you enable the endpoint
          again and ask for it.
        </Lead>
        <Table title="Tries after the first" rows={RETRIES} />
        <Lead>
          For 30 days any delivery can be sent again, with the same event id and a fresh signature:
          one by one, or all that failed in a stretch of time, on the Replays page or by `POST
          /v1/replays`. Five go first; when they arrive the rest follows.
        </Lead>
      </Part>
      <Part id="complete" title="Has everything arrived?">
        <Lead>
          Ask it once a day. Every event times every endpoint it was for is counted once, however
          often it was sent: `complete` says that all of them were delivered, and the counts say
          what became of the others. With `type` or `endpoint` it is asked of some.
        </Lead>
        <CodeBlock title="A nightly check" snippets={NIGHTLY} />
      </Part>
      <Part id="rotation" title="Changing the signing secret">
        <Lead>
          Rotate it on the endpoint's page. For the overlap you choose, deliveries carry two
          signatures, one by each secret; the samples above take either. Then end the overlap.
        </Lead>
      </Part>
    </>
  );
}
