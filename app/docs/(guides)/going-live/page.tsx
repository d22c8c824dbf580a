import type { Metadata } from "next";
import { Lead, Part, Steps } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Going live · Guides" };

export default function GoingLiveGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Going live</h1>
      <Lead>
        Live mode has the same calls as test mode, with its own keys and its own ledger. Check this
        list before your first real payment.
      </Lead>
      <Part id="money" title="Money">
        <Steps>
          {[
            "Every charge has an `Idempotency-Key` derived from the order. You store it with the order, and every retry uses it again.",
            "Amounts come from your own records, in minor units, never from the browser.",
            "You have tested your code with a decline, an abandoned 3-D Secure challenge, a timeout, and a payment that stays `processing`.",
            "Someone in your team is responsible for refunds and disputes. A dispute must be answered by its deadline. You have set a refund limit for Support under Settings → Team if it needs one.",
            "You decide whether to deliver by `acquirer_response`: with `liability_shift` false, a fraud dispute is your loss.",
          ]}
        </Steps>
      </Part>
      <Part id="events" title="Events">
        <Steps>
          {[
            "You have registered a live endpoint. Its URL is https and its certificate is publicly trusted.",
            "It verifies the signature over the raw body, responds before it processes the event, and skips duplicates by event id.",
            "You fulfil orders when an event arrives or when your server has read the payment, never because the browser returned to your page.",
            "You have replayed a delivery once, to practise.",
          ]}
        </Steps>
      </Part>
      <Part id="keys" title="Keys and people">
        <Steps>
          {[
            "Live secret keys are in a secret store. Each program has its own key, with only the scopes it needs.",
            "Hosted fields collect the card details. No card number reaches your servers.",
            "Everyone who uses the dashboard has their own sign-in and a role with only the permissions they need.",
            "You have rotated a test key once, with both keys in use for a while.",
          ]}
        </Steps>
      </Part>
      <Part id="first-day" title="The first day">
        <Lead>
          Make one small real payment and refund it. Check its timeline, its webhook delivery and
          its ledger entries. Keep Home open: it compares today with a usual day of the same kind
          and lists what needs attention.
        </Lead>
      </Part>
    </>
  );
}
