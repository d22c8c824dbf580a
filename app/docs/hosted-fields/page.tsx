import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metadata } from "next";
import { Banner } from "#components/ui/banner.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { DocsCode } from "../docs-code.tsx";
import { cardRow } from "../guide-data.ts";
import { Lead, Table } from "../guide-parts.tsx";
import { ERRORS, EVENTS, INTERFACE, VARIABLES } from "./guide-rows.ts";
import { POLICY, SMALLEST, START, STYLING } from "./guide-snippets.ts";
import { Part } from "./part.tsx";

export const metadata: Metadata = { title: "Hosted fields" };

/** The files that the npm package contains and the journeys run. */
const sample = (name: string) =>
  readFileSync(join(process.cwd(), "examples", "checkout", name), "utf8").trimEnd();

const FIELD_CARDS = ["4242424242424242", "5555555555554444", "378282246310005"]
  .concat(["4000000000003220", "4000008260003178", "4000008400001280"])
  .concat(["4000000000009995", "4000000000000002", "4000000000000341"])
  .map(cardRow);

const FILES = [
  ["server.mjs", "The server, in Node without dependencies"],
  ["checkout.html", "The page"],
  ["checkout.js", "Its script"],
] as const;

export default function HostedFieldsPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Hosted fields</h1>
      <Lead>
        Take cards in your own page while card numbers never reach your servers. The fields are a
        frame from our origin inside your form. You style them like your own, and your server gets a
        token to charge.
      </Lead>
      <div className="max-w-prose">
        <Banner>
          See it in action: the{" "}
          <TextLink inText href="/test/checkout">
            checkout of your test account
          </TextLink>{" "}
          uses what this page describes.
        </Banner>
      </div>
      <Start />
      <How />
      <Reference />
      <Security />
    </>
  );
}

function Start() {
  return (
    <Part id="start">
      <Lead>
        Load the script from our server, always from this URL, so that your customers get fixes
        automatically. Mount the fields, request a token, and send it to your server.
      </Lead>
      <DocsCode title="The smallest page" snippets={[{ language: "html", code: SMALLEST }]} />
      <Lead>
        Below is a complete shop that handles 3-D Secure, declines and lost connections: three files
        and a stylesheet, which the npm package contains. These commands copy it into a new folder
        and start it on port 4242. Both keys are on the Keys screen of test mode:
      </Lead>
      <DocsCode title="Start the shop" snippets={[{ language: "shell", code: START }]} />
      <div className="mt-5 flex flex-col gap-5">
        {FILES.map(([name, title]) => (
          <DocsCode
            key={name}
            title={`${name} · ${title}`}
            snippets={[{ language: name, code: sample(name) }]}
          />
        ))}
      </div>
    </Part>
  );
}

function How() {
  return (
    <>
      <Part id="how">
        <Lead>
          `paydesk.js` puts a frame from our origin into your page. The payer's entries stay in the
          frame: the browser does not let your page, or any script on it, read content of another
          origin. On `tokenise()` the frame sends the card to `POST /v1/payment_methods` with your
          publishable key. Your page receives the token, the brand, the last four digits and the
          expiry date. Page and frame communicate over a private channel that only our origin
          receives.
        </Lead>
        <Lead>
          Your server then creates the payment with the token and your secret key. Take the amount
          from your own records, never from the browser. Derive the `Idempotency-Key` from the order
          and the token, so that one order is charged only once with the same token.
        </Lead>
      </Part>
      <Part id="three-d-secure">
        <Lead>
          If the payer's bank requires authentication, the payment is created as `requires_action`
          with a `redirect_url`. Send the browser there. Afterwards the browser returns to your
          `return_url`, with `payment=pay_…` added. This URL proves nothing: read the payment from
          your server, or wait for its event.
        </Lead>
        <Table
          title="Payment status after authentication"
          rows={[
            ["succeeded", "Authenticated and paid."],
            ["failed", "The payer refused (`authentication_required`) or the bank declined."],
            [
              "requires_action",
              "The payer left without completing the authentication. The same `redirect_url` works until `expires_at`, one hour after creation.",
            ],
            ["canceled", "The payer did not authenticate in time. Nothing was charged."],
          ]}
        />
        <Lead>
          iDEAL, Bancontact, EPS, Przelewy24 and SEPA Instant work the same way, without card
          fields: create the payment with that `method` and send the browser to `redirect_url`. `GET
          /v1/payment_methods/available?country=NL` returns the methods to offer to a payer. Your
          page can call it with the publishable key, as the shop above does.
        </Lead>
        <Lead>
          A payer who leaves the bank's page never returns to `return_url`. Do not wait for the
          browser: your webhook endpoint receives `payment.succeeded`, `payment.failed` or
          `payment.canceled` in every case.
        </Lead>
      </Part>
    </>
  );
}

function Reference() {
  return (
    <>
      <Part id="interface">
        <div className="mt-4" />
        <Table title="Interface" rows={INTERFACE} />
      </Part>
      <Part id="events">
        <div className="mt-4" />
        <Table title="Events" rows={EVENTS} />
      </Part>
      <Part id="styling">
        <Lead>
          Each value is validated. Invalid values are ignored and reported in the console. You
          cannot add style rules, URLs or fonts. The frame is transparent, so your page's background
          shows between the fields.
        </Lead>
        <DocsCode title="Appearance" snippets={[{ language: "js", code: STYLING }]} />
        <div className="mt-5" />
        <Table title="Variables" rows={VARIABLES} />
      </Part>
      <Part id="errors">
        <Lead>
          An error has `code`, `type`, `message`, `retryable` and, where they apply, `field`,
          `decline_code` and `request_id`. The message is written for the payer; errors found in the
          browser are in the payer's language. Branch on `code`.
        </Lead>
        <Table title="Errors" rows={ERRORS} />
      </Part>
    </>
  );
}

function Security() {
  return (
    <>
      <Part id="policy">
        <Lead>
          If your page has a Content-Security-Policy, allow our script and our frame. Nothing else
          is needed: the frame makes the calls to our API, under its own policy.
        </Lead>
        <DocsCode title="What to allow" snippets={[{ language: "http", code: POLICY }]} />
      </Part>
      <Part id="test-cards">
        <Lead>
          In test mode only test cards work, such as these. Use any future expiry date and any
          security code. Real card numbers are refused, and no money moves.
        </Lead>
        <Table title="Test cards" rows={FIELD_CARDS} />
        <p className="text-13">
          <TextLink href="/docs/test-data">Every test card, account and bank</TextLink>
        </p>
      </Part>
      <Part id="pci">
        <Lead>
          The card number and security code go from the payer's browser directly to us. They never
          reach your page's scripts, your server, your logs or your backups. A shop that takes cards
          only in this way can usually use PCI DSS self-assessment questionnaire A, the shortest
          one; ask your acquirer. You are responsible for serving your pages over https, for knowing
          which scripts run on them, and for loading `paydesk.js` from our server.
        </Lead>
        <Lead>
          We store neither the number nor the code, only what the rail returned for them. Other
          fields are protected too: a card number in a `description`, in `metadata` or in any other
          text gets 400 with the name of the parameter, before anything is stored. If one of your
          own numbers looks like a card number, put a letter between its digits.
        </Lead>
      </Part>
      <Part id="accessibility">
        <Lead>
          Each field is linked to its label, hint and error, and screen readers announce errors when
          they appear. Tab moves into and out of the frame in page order; no field moves the focus
          by itself. The frame adjusts its height to its content, at any text size and from a width
          of 320 px. Choose colours with a contrast of at least 4.5 : 1, and give your form a
          heading. Phones show the number pad, and browsers offer saved cards.
        </Lead>
      </Part>
    </>
  );
}
