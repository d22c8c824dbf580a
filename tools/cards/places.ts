import { CODE } from "./planted-numbers.ts";
import { type Path, planted } from "./text-places.ts";

/** A request with a number in one place. `text` is the number in its spelling. */
export type Sent = {
  method: string;
  path: string;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
};
export type Place = { name: string; plant(text: string): Sent };

export type Target = { name: string; api: boolean; places: Place[] };

/** Headers that the service reads; each is used on every route. */
const READ_HEADERS = [
  "User-Agent",
  "Idempotency-Key",
  "Service-Version",
  "X-Forwarded-For",
  "Accept",
  "Origin",
  "Cookie",
  "Authorization",
  "Content-Type",
];
/** Headers that the service does not read; one per route, in turn. */
const OTHER_HEADERS = [
  "Accept-Language",
  "Content-Encoding",
  "Forwarded",
  "From",
  "Host",
  "If-None-Match",
  "Last-Event-ID",
  "Range",
  "Referer",
  "Service-Signature",
  "Traceparent",
  "X-Forwarded-Host",
  "X-Paydesk-Request",
  "X-Real-IP",
  "X-Request-Id",
];
let turn = 0;
const CODED = { cvc: CODE, security_code: CODE };
export const percent = (text: string) => encodeURIComponent(text.toWellFormed());

/** Places for text in every request, independent of its route. */
export function commonPlaces(base: () => Sent): Place[] {
  const withQuery = (query: string) => ({ ...base(), query });
  return [
    ...[...READ_HEADERS, OTHER_HEADERS[turn++ % OTHER_HEADERS.length]!].map((header) => ({
      name: `header ${header}`,
      plant: (text: string) => ({ ...base(), headers: { [header]: text } }),
    })),
    {
      name: "an unknown query parameter",
      plant: (text) => withQuery(`a=${percent(text)}&cvc=${CODE}`),
    },
    {
      name: "a query with pluses",
      plant: (text) => withQuery(`q=${percent(text).replaceAll("%20", "+")}`),
    },
    { name: "a query parameter's name", plant: (text) => withQuery(`${percent(text)}=x`) },
    {
      name: "a malformed query",
      plant: (text) => withQuery(`a=%zz&b=${percent(text)}&card[cvc]=${CODE}`),
    },
    { name: "expand", plant: (text) => withQuery(`expand[]=${percent(text)}`) },
    {
      name: "the end of the path",
      plant: (text) => ({ ...base(), path: `${base().path}/${percent(text)}` }),
    },
  ];
}

/** Places for text in every body, independent of its schema. */
export function commonBodyPlaces(base: () => Sent & { body: object }): Place[] {
  const extra = (fields: object) => {
    const sent = base();
    return { ...sent, body: { ...sent.body, ...fields } };
  };
  return [
    { name: "an unknown parameter", plant: (text) => extra({ card_note: text, ...CODED }) },
    { name: "an unknown card", plant: (text) => extra({ card: { number: text, ...CODED } }) },
    { name: "a parameter's name", plant: (text) => extra({ [text]: "x" }) },
    { name: "metadata", plant: (text) => extra({ metadata: { note: text } }) },
    {
      name: "a name of metadata",
      plant: (text) => extra({ metadata: { [text]: "x" } }),
    },
    { name: "a code in metadata", plant: (text) => extra({ metadata: { cvc: CODE, note: text } }) },
    {
      name: "a base 64 number",
      plant: (text) => extra({ card: { number: btoa(encodeURI(text)) } }),
    },
  ];
}

/** A body with another value in one place. */
export function bodyPlace(base: () => Sent & { body: object }, place: Path, id: string): Place {
  const isCard = id === "create_payment_method" && place[0] === "card";
  return {
    name: `body ${place.join(".")}`,
    plant: (text) => {
      const sent = base();
      const body = planted(sent.body, place, text);
      return { ...sent, body: isCard ? planted(body, ["card", "cvc"], CODE) : body };
    },
  };
}
