import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import { ADYEN_CALLS, ADYEN_EVENTS, ADYEN_FIELDS, ADYEN_RESULTS } from "../../migration-rows.ts";

export const metadata: Metadata = { title: "Migrate from Adyen · Guides" };

export default function FromAdyenGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Migrate from Adyen</h1>
      <Lead>
        One key instead of merchant accounts, one object for a payment instead of a chain of
        references, and answers that are final: a call that captures or refunds says what came of
        it.
      </Lead>
      <Part id="plan" title="In which order">
        <Steps>
          {[
            "Replace Drop-in or Components by the hosted fields, and create payments with the token. Both can run side by side.",
            "Register an endpoint, and handle events beside your notifications. A 2xx accepts an event; no `[accepted]` in the body.",
            "Load the settlement report with `layout=adyen`: it has the columns of the settlement details report, so your accounting need not change.",
            "Stored cards are moved between processors: ask both for a transfer. Refund old payments at Adyen.",
          ]}
        </Steps>
      </Part>
      <Part id="calls" title="Calls">
        <Table title="Calls of Adyen, and here" rows={ADYEN_CALLS} />
      </Part>
      <Part id="fields" title="Fields">
        <Table title="Fields of Adyen, and here" rows={ADYEN_FIELDS} />
      </Part>
      <Part id="results" title="Result codes">
        <Table title="Result codes of Adyen, and statuses here" rows={ADYEN_RESULTS} />
      </Part>
      <Part id="events" title="Notifications">
        <Table title="Notifications of Adyen, and events here" rows={ADYEN_EVENTS} />
        <Lead>
          The signature covers the whole body, not eight of its fields, and is in a header instead
          of `additionalData`. An event is one object, never a list.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/webhooks#verifying">Verify a signature</TextLink>
        </p>
      </Part>
      <Part id="reports" title="Reports">
        <Lead>
          `GET /v1/reports?type=settlement&layout=adyen` has Adyen's names and amounts in major
          units. Interchange++ and declines are reports of their own.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/reports#layouts">Layouts</TextLink>
        </p>
      </Part>
    </>
  );
}
