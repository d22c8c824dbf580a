import type { Row } from "../guide-parts.tsx";

export const INTERFACE: readonly Row[] = [
  [
    "Paydesk(key, {locale})",
    "Opens Paydesk for a page. `locale` is `auto` (the page's language), or one of `en de fr es it nl pl`. Throws a `PaydeskError` for a secret key, a malformed one, and a live key on a page without https.",
  ],
  ["paydesk.card(options)", "One set of fields. `options` are `appearance` and `fields`, below."],
  [
    "card.mount(place)",
    "Shows them in an element, given itself or by a selector. Returns the card.",
  ],
  [
    "card.tokenise()",
    "A promise of `{paymentMethod}` or `{error}`; it never rejects. `paymentMethod` has `id`, `created`, `livemode` and `card` with `brand`, `last4`, `exp_month`, `exp_year`. The same details give the same token until the payer changes them, so a button pressed twice makes one.",
  ],
  ["card.on(event, handler)", "Listens; returns a function that stops it."],
  ["card.focus(field)", "Puts the caret into `number`, `expiry` or `cvc`."],
  ["card.clear()", "Empties the fields."],
  ["card.update(options)", "Changes how mounted fields look; what was typed stays."],
  ["card.unmount()", "Takes the fields and what was typed off the page."],
  ["card.destroy(), paydesk.destroy()", "The same for good: one card, or all of them."],
];

export const EVENTS: readonly Row[] = [
  ["ready", "The fields can be typed into."],
  [
    "change",
    "`brand`, `complete`, `empty`, and `fields` with `{empty, complete, error}` of each. Nothing of the digits.",
  ],
  ["focus, blur", "`field`: which one was entered or left."],
  ["submit", "The payer pressed Enter in a field."],
  ["error", "The fields could not be loaded: `error`, with the code `fields_unreachable`."],
];

export const VARIABLES: readonly Row[] = [
  [
    "fontFamily",
    "Fonts of the payer's machine, such as `system-ui`, `Georgia`, `Helvetica Neue`, `monospace`. Web fonts cannot be loaded.",
  ],
  ["fontSize, labelSize", "`px` or `rem`. Below 16 px, iPhones zoom in when a field is entered."],
  ["fontWeight, labelWeight", "`100` to `900`."],
  [
    "colorText, colorLabel, colorPlaceholder",
    "`#rrggbb`, `rgb()`, `hsl()`, `oklch()`, `transparent`, `black` or `white`.",
  ],
  ["colorBackground, colorBorder, colorFocus, colorError", "The same."],
  ["borderWidth, borderRadius", "Up to 4 px and 32 px."],
  ["paddingX, paddingY, gap", "Inside a field, and between fields."],
];

export const ERRORS: readonly Row[] = [
  [
    "number_invalid, number_incomplete, expiry_…, cvc_incomplete",
    "The payer's entry. `field` says which; the field says it too, and has the focus.",
  ],
  [
    "card_declined",
    "The card cannot be taken at all; in test mode, a card that is no test card. Declines by the issuer come from your server's call.",
  ],
  ["network_error", "No connection, after four tries under one idempotency key. `retryable`."],
  ["rate_limited", "Too many at once, after waiting as long as we asked. `retryable`."],
  ["gateway_error", "We could not do it. `retryable`."],
  [
    "key_invalid, key_scope",
    "The key is wrong or revoked. The payer reads that cards are not possible right now; the code is for you.",
  ],
  ["tls_required", "A live key on a page without https."],
  ["fields_unreachable", "The frame did not load: a network, or your policy, is in the way."],
];
