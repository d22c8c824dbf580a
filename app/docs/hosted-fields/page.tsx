import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metadata } from "next";
import { Banner } from "#components/ui/banner.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { OriginCode } from "../api/origin-code.tsx";
import { cardRow } from "../guide-data.ts";
import { Lead, Table } from "../guide-parts.tsx";
import { ERRORS, EVENTS, INTERFACE, VARIABLES } from "./guide-rows.ts";
import { POLICY, SMALLEST, START, STYLING } from "./guide-snippets.ts";
import { Part } from "./part.tsx";

export const metadata: Metadata = { title: "Hosted fields" };

/** The very files that `npm run checkout` runs and the journeys pay in. */
const sample = (name: string) =>
  readFileSync(join(process.cwd(), "examples", "checkout", name), "utf8").trimEnd();

const FIELD_CARDS = ["4242424242424242", "5555555555554444", "378282246310005"]
  .concat(["4000000000003220", "4000008260003178", "4000008400001280"])
  .concat(["4000000000009995", "4000000000000002", "4000000000000341"])
  .map(cardRow);

const FILES = [
  ["server.mjs", "The server: Node alone, no dependency"],
  ["checkout.html", "The page"],
  ["checkout.js", "Its script"],
] as const;

export default function HostedFieldsPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Hosted fields</h1>
      <Lead>
        Take cards in your own page without ever holding a card number. The fields are a frame of
        ours inside your form; they look like yours, and your server gets a token to charge.
      </Lead>
      <div className="max-w-prose">
        <Banner>
          See it first: the{" "}
          <TextLink inText href="/test/checkout">
            checkout of your test account
          </TextLink>{" "}
          is made with what this page describes.
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
        Load the script from us, always from this address, so that mends reach your payers by
        themselves. Mount the fields, ask for a token, send it to your server.
      </Lead>
      <OriginCode title="The smallest page" snippets={[{ language: "html", code: SMALLEST }]} />
      <Lead>
        Below is a whole shop with 3-D Secure, declines and lost connections: three files and a
        stylesheet in `examples/checkout`. This starts it on port 4242:
      </Lead>
      <OriginCode title="Start the shop" snippets={[{ language: "shell", code: START }]} />
      <div className="mt-5 flex flex-col gap-5">
        {FILES.map(([name, title]) => (
          <CodeBlock
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
          `paydesk.js` puts a frame of our origin into your page. What the payer types stays in the
          frame: the browser keeps your page, and every script on it, from reading into another
          origin. At `tokenise()` the frame sends the card to `POST /v1/payment_methods` with your
          publishable key, and your page is told the token, the brand, the last four digits and the
          expiry. Page and frame talk over a private channel that only our origin is given.
        </Lead>
        <Lead>
          Your server then creates the payment with the token and its secret key. Take the amount
          from your own records, never from the browser, and use an `Idempotency-Key` made of the
          order and the token: one order paid with one card is then one charge.
        </Lead>
      </Part>
      <Part id="three-d-secure">
        <Lead>
          When the payer's bank wants to be asked, the payment comes back as `requires_action` with
          a `redirect_url`. Send the browser there. After the answer it returns to your
          `return_url`, with `payment=pay_…` added. That address proves nothing: read the payment
          from your server, or wait for its event.
        </Lead>
        <Table
          title="What the payment says after the bank"
          rows={[
            ["succeeded", "Confirmed and paid."],
            ["failed", "Refused by the payer (`authentication_required`) or by the bank."],
            [
              "requires_action",
              "The payer left without an answer. The same `redirect_url` still works until `expires_at`, one hour after the beginning.",
            ],
            ["canceled", "Nobody confirmed in time. Nothing was charged."],
          ]}
        />
        <Lead>
          iDEAL, Bancontact, EPS, Przelewy24 and SEPA Instant go the same way without any field:
          create the payment with that `method` and send the browser to `redirect_url`. Which of
          them a payer can be offered is told by `GET /v1/payment_methods/available?country=NL`,
          which your page may ask with the publishable key, as the shop above does.
        </Lead>
        <Lead>
          A payer who leaves the bank never comes back to `return_url`. Do not wait for the browser:
          `payment.succeeded`, `payment.failed` and `payment.canceled` reach your webhook endpoint
          in every case.
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
          Every value is checked against what may stand there; anything else is left out and named
          in the console. There is no way to bring in style rules, addresses or fonts. The frame is
          transparent, so your own ground shows between the fields.
        </Lead>
        <CodeBlock title="Appearance" snippets={[{ language: "js", code: STYLING }]} />
        <div className="mt-5" />
        <Table title="Variables" rows={VARIABLES} />
      </Part>
      <Part id="errors">
        <Lead>
          An error has `code`, `type`, `message`, `retryable` and, where they apply, `field`,
          `decline_code` and `request_id`. The message is written for the payer, in their language
          where the fault is found in the browser. Branch on the code.
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
          A page with a Content-Security-Policy allows our script and our frame. Nothing else is
          needed: the calls to our API are made inside the frame, under a policy of its own.
        </Lead>
        <OriginCode title="What to allow" snippets={[{ language: "http", code: POLICY }]} />
      </Part>
      <Part id="test-cards">
        <Lead>
          In test mode only these cards work, with any expiry to come and any code. A real card
          number is refused, and no money moves.
        </Lead>
        <Table title="Test cards" rows={FIELD_CARDS} />
        <p className="text-13">
          <TextLink href="/docs/test-data">Every test card, account and bank</TextLink>
        </p>
      </Part>
      <Part id="pci">
        <Lead>
          The number and the code go from the payer's browser to us. They never touch your page's
          scripts, your server, your logs or your backups. A shop that takes cards in this way only
          can usually answer PCI DSS with self-assessment questionnaire A, the shortest one; ask
          your acquirer. It holds for you that your pages are served over https, that you know which
          scripts run on them, and that you load `paydesk.js` from us.
        </Lead>
        <Lead>
          We keep neither the number nor the code, only what the rail answered for them. The same
          care holds for fields where no card belongs: a card number in a `description`, in
          `metadata` or in any other text is refused with 400 and the name of the parameter, before
          anything is stored. If a number of your own looks like a card's, put a letter between its
          digits.
        </Lead>
      </Part>
      <Part id="accessibility">
        <Lead>
          Each field has its label, its hint and its error tied to it, and errors are read out when
          they appear. Tab goes in and out of the frame in the order of the page; no field moves the
          focus by itself. The frame takes the height it needs, from 320 px of width and at any text
          size. Keep a contrast of 4.5 to 1 when you choose colours, and give your form a heading.
          Phones show the number pad, and browsers offer saved cards.
        </Lead>
      </Part>
    </>
  );
}
