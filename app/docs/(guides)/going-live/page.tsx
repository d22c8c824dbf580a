import type { Metadata } from "next";
import { Lead, Part, Steps } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Going live · Guides" };

export default function GoingLiveGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Going live</h1>
      <Lead>
        Live mode has the same calls with other keys and a ledger of its own. This is what to check
        before the first real payer.
      </Lead>
      <Part id="money" title="Money">
        <Steps>
          {[
            "Every charge has an `Idempotency-Key` made of the order, kept with it, and used again by every try.",
            "Amounts come from your own records, in minor units, never from the browser.",
            "Your code has met a decline, 3-D Secure that the payer leaves, a time-out, and a payment that stays `processing`.",
            "Refunds and disputes have an owner: disputes have a day by which they must be answered.",
          ]}
        </Steps>
      </Part>
      <Part id="events" title="Events">
        <Steps>
          {[
            "A live endpoint is registered, on https with a certificate that is trusted.",
            "It verifies the signature over the raw body, answers before it works, and passes over an event it has seen.",
            "Orders are fulfilled by events, or by reading the payment from your server; never because a browser came back.",
            "You have replayed a delivery once, so that you know how.",
          ]}
        </Steps>
      </Part>
      <Part id="keys" title="Keys and people">
        <Steps>
          {[
            "Live secret keys are in a secret store, one for each program, with no more scopes than it needs.",
            "Card details are taken by hosted fields; no number reaches your servers.",
            "Everyone who works in the dashboard has their own sign-in and the least role they need.",
            "You have rotated a test key once, with the two side by side.",
          ]}
        </Steps>
      </Part>
      <Part id="first-day" title="The first day">
        <Lead>
          Make one real payment of a small amount and refund it. Look at its timeline, its delivery
          and its row in the ledger. Keep Home open: it sets today beside the usual such day, and
          says what needs somebody.
        </Lead>
      </Part>
    </>
  );
}
