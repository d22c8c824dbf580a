import type { Cast } from "./cast.ts";
import type { Dice } from "./dice.ts";
import { AUTHORIZATIONS, NASTY_TEXT } from "./nasty.ts";

/** Bytes for a socket, in the chunks in which they are written. */
export type RawCase = { kind: string; pieces: (string | Buffer)[] };

const CRLF = "\r\n";
const text = (lines: readonly string[], body = "") => `${lines.join(CRLF)}${CRLF}${CRLF}${body}`;

const payment = JSON.stringify({
  amount: 100,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
});

type Frame = { dice: Dice; authorised: string[]; host: string };

/** A payment in a malformed HTTP request, which must never be charged. */
function brokenFrame({ dice, authorised, host }: Frame): string {
  const start = [
    "POST /v1/payments HTTP/1.1",
    host,
    ...authorised,
    "Content-Type: application/json",
  ];
  const length = Buffer.byteLength(payment);
  const chunk = `${length.toString(16)}${CRLF}${payment}${CRLF}`;
  const chunked = "Transfer-Encoding: chunked";
  return dice.pick([
    text([...start, `Content-Length: ${length + 10}`], payment),
    text([...start, `Content-Length: ${length - 5}`], payment),
    text([...start, `Content-Length: ${length}`, `Content-Length: ${length + 1}`], payment),
    text([...start, `Content-Length: ${length}`, chunked], `${chunk}0${CRLF}${CRLF}`),
    text([...start, "Content-Length: -1"], payment),
    text([...start, "Content-Length: 0x20"], payment),
    text([...start, "Content-Length: 99999999999999999999"], payment),
    text([...start, `Content-Length: ${3 * 2 ** 20}`], payment),
    text([...start, chunked], chunk),
    text([...start, chunked], `zz${CRLF}${payment}${CRLF}0${CRLF}${CRLF}`),
    text([...start, chunked], `-1${CRLF}${payment}${CRLF}`),
    text([...start, chunked], `${"f".repeat(20)}${CRLF}${payment}`),
    text([...start, chunked], `${length.toString(16)};${"x".repeat(20_000)}${CRLF}${payment}`),
    text([...start, "Transfer-Encoding: chunked, identity"], chunk),
    text([...start, "Transfer-Encoding: nonsense"], payment),
    text([...start, "Transfer-Encoding : chunked"], `${chunk}0${CRLF}${CRLF}`),
    text([...start, `Content-Length: ${length}`, "Content-Encoding: gzip", "Bad Header"], payment),
    text([...start, `Content-Length: ${length}`, "Expect: nonsense"], payment),
    text([...start, `Content-Length:${length} ${length}`], payment),
  ]);
}

/** Malformed requests, and requests that a server must refuse. */
function oddRequest({ dice, authorised, host }: Frame): string | Buffer {
  const get = "GET /v1/payments?limit=1 HTTP/1.1";
  return dice.pick<string | Buffer>([
    "\r\n\r\n\r\n",
    "hello\r\n\r\n",
    "GET\r\n\r\n",
    "GET /v1/payments\r\n\r\n",
    "GET /v1/payments HTTP/9.9\r\n\r\n",
    "get /v1/payments HTTP/1.1\r\nHost: x\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    Buffer.from("16030100c8010000c40303", "hex"),
    Buffer.alloc(2_000, 0),
    Buffer.from(Array.from({ length: 500 }, () => dice.below(256))),
    text([get]),
    text([get, host, host, ...authorised]),
    text(["GET /v1/payments?limit=1 HTTP/1.0", ...authorised]),
    text(["OPTIONS * HTTP/1.1", host]),
    text(["TRACE /v1/payments HTTP/1.1", host, ...authorised]),
    text(["CONNECT /v1/payments HTTP/1.1", host, ...authorised]),
    text(["GET http://elsewhere.example/v1/payments HTTP/1.1", host, ...authorised]),
    text(["GET http://[::1 HTTP/1.1", host]),
    text(["GET //v1//payments HTTP/1.1", host, ...authorised]),
    text(["GET /v1/../v1/./payments?limit=1 HTTP/1.1", host, ...authorised]),
    text([`GET /v1/payments?q=${"x".repeat(20_000)} HTTP/1.1`, host]),
    text([`GET /v1/payments/\u00e9\u0000 HTTP/1.1`, host]),
    text([get, host, ...authorised, `X-Long: ${"y".repeat(20_000)}`]),
    text([get, host, ...authorised, ...Array.from({ length: 1_500 }, (_, i) => `X-${i}: 1`)]),
    text([get, host, ...authorised, "X-Folded: a\r\n b"]),
    text([get, host, ...authorised, "X-Nul: a\0b"]),
    text([get, host, ...authorised, ": no name"]),
    text([get, host, ...authorised, "Upgrade: websocket", "Connection: Upgrade"]),
    text([get, host, ...authorised, "Connection: close, keep-alive, x"]),
    text([get, host, ...authorised, "Expect: 100-continue"]),
    text([get, host, ...authorised]).replaceAll(CRLF, "\n"),
    text([get, host, ...authorised]).slice(0, -3),
    text([get, host, `Authorization: ${dice.pick(AUTHORIZATIONS) ?? ""}`]),
    text([get, host, ...authorised, ...authorised]),
    text([get, host, ...authorised, `Service-Version: ${dice.pick(NASTY_TEXT).slice(0, 300)}`]),
    text([get, host, ...authorised, "X-Forwarded-Proto: http", "X-Forwarded-For: ';--"]),
  ]);
}

/** Several pipelined requests on one connection, and one sent byte by byte. */
function pipelined({ dice, authorised, host }: Frame): string {
  const one = text(["GET /v1/payments?limit=1 HTTP/1.1", host, ...authorised]);
  return dice.pick([
    one.repeat(10),
    one + brokenFrame({ dice, authorised, host }),
    `${text(["GET /v1/openapi.json HTTP/1.1", host])}nonsense\r\n\r\n${one}`,
    text(["POST /v1/payments HTTP/1.1", host, ...authorised, "Content-Length: 5"], `{"a":${one}`),
  ]);
}

/** Bytes to write into a socket. None may change anything, although the key is valid. */
export function rawCase(dice: Dice, cast: Cast): RawCase {
  const authorised = [
    `Authorization: Bearer ${cast.keys.secret}`,
    `Idempotency-Key: raw ${dice.below(2 ** 31)}`,
  ];
  const frame: Frame = { dice, authorised, host: "Host: localhost" };
  const kind = dice.weighted({ frame: 4, odd: 5, pipelined: 2 });
  const whole = { frame: brokenFrame, odd: oddRequest, pipelined }[kind](frame);
  return { kind: `raw ${kind}`, pieces: dice.chance(0.2) ? inPieces(whole, dice) : [whole] };
}

function inPieces(whole: string | Buffer, dice: Dice): Buffer[] {
  const bytes = Buffer.from(whole);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length && pieces.length < 40; ) {
    const size = 1 + dice.below(pieces.length === 39 ? bytes.length : 60);
    pieces.push(bytes.subarray(at, pieces.length === 39 ? undefined : at + size));
    at += size;
  }
  return pieces;
}
