import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { decodeFully, holdsCardData, maskCardData } from "./card-numbers.ts";
import { newId } from "./ids.ts";

const VISA = "4242424242424242";

test("card numbers of every scheme are found in every spelling", () => {
  for (const text of [
    VISA,
    "4242 4242 4242 4242",
    "card: 4242-4242-4242-4242, exp 12/30",
    "12/30 4242 4242 4242 4242 123",
    "５５５５ ５５５５ ５５５５ ４４４４",
    "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
    "𝟜242424242424242",
    "378282246310005",
    "3782 822463 10005",
    "3782 8224 6310 005",
    "6011111111111117",
    "30569309025904",
    "3566002020360505",
    "6200000000000005",
    "4222222222222",
    "ref-4000000000009995.",
    "(2223003122003222)",
    "5555\u00a05555\u00a05555\u00a04444",
    "4242.4242.4242.4242",
    "4242–4242–4242–4242",
    "4242/4242/4242/4242",
    "4242  4242  4242  4242",
    "4242\t4242\t4242\t4242",
    "4242_4242_4242_4242",
    "4242+4242+4242+4242",
    "42424242 42424242",
    "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2",
    "42-42424-242-424-242",
    "4242\u200b4242\u200b4242\u200b4242",
    "%B4242424242424242^LINDQVIST/M^3012101",
    ";4242424242424242=30121010000012300001?",
    "ORD4242424242424242",
    "4242424242424242x",
    "order_4242424242424242",
    "%34242424242424242",
    "4242%2D4242%2D4242%2D4242",
    "%2534242424242424242",
    "\\u0034242424242424242",
    "&#52;242424242424242",
    "4242\\t4242\\t4242\\t4242",
    "4242 42424242 4242, 12/30",
    "42424242 4242 4242 12/30",
    "order 7: 4242 4242 42424242 737",
    "42-42424-242-424-242, 12/30 737",
    "12/30 42-42424-242-424-242",
    "4242&nbsp;4242&nbsp;4242&nbsp;4242",
    "4242&ndash;4242&ndash;4242&ndash;4242",
    "%u0034242424242424242",
    "4242%u20134242%u20134242%u20134242",
    "12.4242424242424242",
    "Card no.4242424242424242",
    "Kartennr.4242424242424242",
    "x1.4242424242424242",
    "1,4242424242424242",
    "42424242.42424242",
    "4.242424242424242e15",
    "4242,4242,4242,4242",
    "42-42-42-42-42-42-42-42, 12-30",
    "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2 12/30",
    "2200123456789019",
    "6073849700004947",
    "6062826786276634",
    "9792034545678908",
    "FI4242424242424242",
    "CAFE4242424242424242",
  ]) {
    assert.ok(holdsCardData(text), text);
    assert.ok(!holdsCardData(maskCardData(text)), text);
  }
});

test("merchants' numbers without the form of a card number are left unchanged", () => {
  for (const text of [
    "4242424242424241",
    "1775000000000",
    "424242A4242424242",
    "7312098712309871230",
    "550e8400-e29b-41d4-a716-446655440000",
    "2026-04-12T09:31:07Z 12:30",
    "24.05.2026 - 24.06.2026",
    "42424242424242424242424",
    "0.4242424242424242",
    "1.4242424242424242",
    "12.378282246310005",
    "8.4242 12.4242 424.24",
    "+49 4242 424242 42424",
    "+49 151 12345678",
    "+4915112345675",
    "DE89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "4006381333931",
    "51.50649500000006",
    "51.50649507000084,-0.127758",
    "4.510000000000005",
    "4269.627273000008",
    "4269.627273446409",
    "410414023.1790152423",
    "5012.345678901004",
    "97988ff3490924.71237773",
    "2600:1700:1004:6309:10df:2c7a:23be:12c0",
    "2606:4700:4700::1002",
    "2600:1700:4010:1009::/64",
    "35:ec:0c:d2:88:46:17:12:04:29:52:76:88:11:6c:5b",
    "00-db2d78e5c49a1e710a209f0c8562ee5c-5399387730000006-01",
    "%2B4222222200004",
    "06 53 69 69 94 / 07 79 94 70 10",
    "188.171.190.236, 212.100.100.218, 9.164.171.152",
    "25 03532 62069 63189 30002 19910",
    "659,737,644,103,372,536",
    "38,39,40,41,42,43,45",
    "30-09-2026-18-11-40",
    "204-3830009-2857283",
    "RF58 4242 0000 0000 0000 0",
    "PL05-4242-4242-0000-0000-0000-0000",
    "05 4242 4242 0000 0000 0000 0000",
    "64684532483000007b2a9981",
    "0x3c2d4d952da35847bf1dd65a4776310000396710",
    "ord47107950-3825-4742-8900-5b0ae8b60000",
    `pay_01kcx${VISA}abc`,
    "dlv_01m8j52bcf6t1gvzr5zkz4222222222222",
    "",
  ]) {
    assert.ok(!holdsCardData(text), text);
    assert.equal(maskCardData(text), text);
  }
});

test("a security code is found when the text names it", () => {
  for (const text of [
    "cvc 123",
    "CVV: 1234",
    "my cvc is 737",
    '{"cvc":"123"}',
    "security code 123",
  ]) {
    assert.ok(holdsCardData(text), text);
    assert.doesNotMatch(maskCardData(text), /\d{3}/);
  }
  for (const text of [
    "cvc",
    "the cvc was refused",
    "cvc 12",
    "order 123",
    "01CVC9738TT63HDW94YR88MWRE",
    "web-772znz6cvc-979vx",
  ]) {
    assert.ok(!holdsCardData(text), text);
  }
});

test("a card number keeps its last four digits, and all digits next to it are masked", () => {
  assert.equal(maskCardData(`paid with ${VISA}, 12/30 737`), "paid with …4242, ••/•• •••");
  assert.equal(maskCardData(`/v1/a/${VISA}?b=5555-5555-5555-4444`), "/v1/a/…4242?b=…4444");
});

test("identifiers are not mistaken for card numbers", () => {
  const hashOf = (n: number, name: string) => createHash(name).update(String(n)).digest("hex");
  for (const make of [
    () => newId("pay"),
    (n: number) => newId("dlv") + hashOf(n, "md5").slice(0, 10),
    () => randomUUID(),
    (n: number) => hashOf(n, "md5"),
    (n: number) => hashOf(n, "sha256"),
    (n: number) => hashOf(n, "sha512"),
    (n: number) => hashOf(n, "md5").slice(0, 24),
    (n: number) => `0x${hashOf(n, "sha1")}`,
    () => `ord${randomUUID()}v2`,
    (n: number) => String(1_775_000_000_000 + n * 977),
    (n: number) => new Date(1_775_000_000_000 + n * 86_400_977).toISOString().replace("T", " "),
  ]) {
    const ids = Array.from({ length: 1_000 }, (_, n) => make(n));
    assert.deepEqual(ids.filter(holdsCardData), []);
  }
});

test("an id that happens to name a security code is not mistaken for one", () => {
  for (const text of ["req_01m8g7c71ka8cvv178cw9cwt", "pay_01m8g7c71ka8ccw9w9cvc123"]) {
    assert.ok(!holdsCardData(text), text);
    assert.equal(maskCardData(`GET /v1/payments/${text}`), `GET /v1/payments/${text}`);
  }
  assert.ok(holdsCardData("req_01m8g7c71ka8cvv178cw9cwt cvv 178"));
});

test("decoding undoes every round and leaves other text unchanged", () => {
  assert.equal(decodeFully("%2534%2D&#52;\\u0034\\x34"), "4-444");
  assert.equal(decodeFully("100 % & \\u12 &#x110000;"), "100 % & \\u12 &#x110000;");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => decodeFully(text) !== undefined));
});

test("a megabyte of accents is searched quickly, and no accent hides a number", () => {
  assert.equal(holdsCardData("a".concat("\u0301\u0323".repeat(500_000))), false);
  assert.equal(holdsCardData([..."4242424242424242"].join("\u0301\u0323")), true);
});
