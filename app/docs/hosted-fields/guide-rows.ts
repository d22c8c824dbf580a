import type { Row } from "../guide-parts.tsx";

export const INTERFACE: readonly Row[] = [
  [
    "Paydesk(key, {locale})",
    "Creates a Paydesk instance for the page. `locale` is `auto` (the page's language) or one of `en de fr es it nl pl`. Throws a `PaydeskError` for a secret key, a malformed key, and a live key on a page without https.",
  ],
  [
    "paydesk.card(options)",
    "Creates one set of card fields. `options` are `appearance` and `fields`, see below.",
  ],
  [
    "card.mount(place)",
    "Shows the fields in an element, given as an element or a selector. Returns the card.",
  ],
  [
    "card.tokenise()",
    "Returns a promise of `{paymentMethod}` or `{error}` that never rejects. `paymentMethod` has `id`, `created`, `livemode` and `card` with `brand`, `last4`, `exp_month`, `exp_year`. The same card details give the same token until the payer changes them, so a double click creates one token.",
  ],
  ["card.on(event, handler)", "Adds an event handler. Returns a function that removes it."],
  ["card.focus(field)", "Focuses `number`, `expiry` or `cvc`."],
  ["card.clear()", "Empties the fields."],
  [
    "card.update(options)",
    "Changes the appearance of mounted fields and keeps the payer's entries.",
  ],
  ["card.unmount()", "Removes the fields and the payer's entries from the page."],
  ["card.destroy(), paydesk.destroy()", "Unmounts permanently: one card, or all cards."],
];

export const EVENTS: readonly Row[] = [
  ["ready", "The fields are ready for input."],
  [
    "change",
    "`brand`, `complete`, `empty`, and `fields` with `{empty, complete, error}` for each field. It never contains digits of the card.",
  ],
  ["focus, blur", "`field`: the field that gained or lost focus."],
  ["submit", "The payer pressed Enter in a field."],
  ["error", "The fields could not be loaded. `error` has the code `fields_unreachable`."],
];

export const VARIABLES: readonly Row[] = [
  [
    "fontFamily",
    "Fonts installed on the payer's device, such as `system-ui`, `Georgia`, `Helvetica Neue`, `monospace`. Web fonts cannot be loaded.",
  ],
  ["fontSize, labelSize", "`px` or `rem`. Below 16 px, iPhones zoom in when a field gains focus."],
  ["fontWeight, labelWeight", "`100` to `900`."],
  [
    "colorText, colorLabel, colorPlaceholder",
    "`#rrggbb`, `rgb()`, `hsl()`, `oklch()`, `transparent`, `black` or `white`.",
  ],
  ["colorBackground, colorBorder, colorFocus, colorError", "The same formats."],
  ["borderWidth, borderRadius", "Up to 4 px and 32 px."],
  ["paddingX, paddingY, gap", "Padding inside a field, and the gap between fields."],
];

export const ERRORS: readonly Row[] = [
  [
    "number_invalid, number_incomplete, expiry_…, cvc_incomplete",
    "The payer's entry is invalid or incomplete. `field` names the field, which shows the error and gets the focus.",
  ],
  [
    "card_declined",
    "This card cannot be accepted; in test mode, every card that is not a test card. You get an issuer's decline when your server creates the payment.",
  ],
  ["network_error", "No connection after four attempts with one idempotency key. `retryable`."],
  [
    "rate_limited",
    "Too many requests, also after waits of up to 8 s as `Retry-After` says. `retryable`.",
  ],
  ["gateway_error", "Paydesk could not process the request. `retryable`."],
  [
    "key_invalid, key_scope",
    "The key is wrong or revoked. The payer sees that card payments are not available at the moment; the code is for you.",
  ],
  ["tls_required", "A live key on a page without https."],
  [
    "fields_unreachable",
    "The frame did not load: the network failed, or your Content-Security-Policy blocks it.",
  ],
];
