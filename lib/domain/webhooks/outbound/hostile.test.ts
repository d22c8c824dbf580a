// Hostile input: addresses and event data that try to reach forbidden hosts or inject headers.

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { startTls } from "#test/faulty-servers.ts";
import type { PreparedDelivery } from "../dispatch/prepare-deliveries.ts";
import { sendDelivery } from "../dispatch/send-delivery.ts";
import { parseEndpointUrl } from "../endpoints/check-receiver.ts";
import { createPoster, type Post } from "./post.ts";

const cleanups: Array<() => Promise<void>> = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** Hosts by the kind of address, in every spelling that a parser on the way accepts. */
const SPELLINGS = {
  private: [
    ...["127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1"],
    ...["0177.0.0.1", "017700000001", "127.000.000.001", "0x7F.0.0.0x1", "00000177.1"],
    ...["１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1", "%31%32%37.0.0.1"],
    ...["[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
    ...["[0:0:0:0:0:ffff:127.0.0.1]", "[::FFFF:7F00:0001]", "10.0.0.1", "012.0.0.1", "167772161"],
    ...["192.168.1.1", "172.16.0.1", "100.64.0.1", "[fd12:3456::1]", "[::ffff:10.0.0.1]"],
  ],
  never: [
    ...[
      "0",
      "0.0.0.0",
      "0x0",
      "169.254.169.254",
      "2852039166",
      "0xa9fea9fe",
      "0251.0376.0251.0376",
    ],
    ...["169.254.43518", "169.16689662", "169.254.169.254.", "１６９.254.169.254"],
    ...["[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[::a9fe:a9fe]", "[::127.0.0.1]"],
    ...[
      "[64:ff9b::169.254.169.254]",
      "[64:ff9b::7f00:1]",
      "[64:ff9b:1::7f00:1]",
      "[2002:7f00:1::]",
    ],
    ...[
      "[2001:0:53aa:64c:0:0:80ff:fffe]",
      "[fd00:ec2::254]",
      "[fe80::1]",
      "[fec0::1]",
      "[ff02::1]",
    ],
    ...["[::]", "168.63.129.16", "100.100.100.200", "224.0.0.1", "255.255.255.255", "192.0.2.1"],
  ],
  broken: [
    "256.0.0.1",
    "0x1ffffffff",
    "1.2.3.4.5",
    "08.0.0.1",
    "[::1%25lo]",
    "[fe80::1%eth0]",
    "[1::2::3]",
  ],
};

suite("addresses in every spelling", () => {
  const live = { allowPrivate: false };
  const own = { allowPrivate: true };
  for (const host of Object.values(SPELLINGS).flat()) {
    test(`${host} cannot be registered`, () => {
      const param = { code: "parameter_invalid", param: "url" };
      assert.throws(() => parseEndpointUrl(`https://${host}/hooks`, live), param);
      if (SPELLINGS.private.includes(host)) parseEndpointUrl(`https://${host}/hooks`, own);
      else assert.throws(() => parseEndpointUrl(`https://${host}/hooks`, own), param);
    });
  }

  test("none of them is connected to, even if it had been registered", async () => {
    const { port } = await listening();
    for (const [hosts, allowPrivate] of [
      [[...SPELLINGS.private, ...SPELLINGS.never], false],
      [SPELLINGS.never, true],
    ] as const) {
      const post = poster(allowPrivate);
      const outcomes = await Promise.all(
        hosts.map(async (host) => {
          const message = { mode: "test", headers: {}, body: "{}" } as const;
          const { failure } = await post({ ...message, url: `https://${host}:${port}/` });
          return [host, failure?.cause];
        }),
      );
      assert.deepEqual(
        outcomes,
        hosts.map((host) => [host, "address_forbidden"]),
      );
    }
  });
});

function poster(allowPrivate = true): Post {
  const made = createPoster({ allowPrivate, deadlineMs: 5_000 });
  cleanups.push(made.close);
  return made.post;
}

async function listening() {
  const server = await startTls((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
  );
  cleanups.push(server.stop);
  return server;
}

const DELIVERY: PreparedDelivery = {
  accountId: "acct_1",
  id: "dlv_1",
  mode: "test",
  eventId: "evt_1",
  eventType: "payment.succeeded",
  endpointId: "we_1",
  leaseId: "lease",
  place: "",
  attemptNumber: 1,
  url: "",
  version: "2026-04-01",
  secrets: ["whsec_1"],
  headers: {},
  body: "{}",
  bodyStored: true,
};

const INJECTED = "x\r\nService-Signature: t=1,v1=0\r\n\r\nPOST /other HTTP/1.1";

suite("line breaks", () => {
  test("an address with line breaks is refused, and encoded ones stay in the request line", async () => {
    for (const text of ["\r\n", "\n", "\r", "\t", "\u2028", "\u0085", "\0", " "]) {
      assert.throws(
        () => parseEndpointUrl(`https://hooks.example/${text}x`, { allowPrivate: false }),
        { param: "url" },
        JSON.stringify(text),
      );
    }
    const server = await listening();
    const url = parseEndpointUrl(`${server.url}/%0d%0aX-A:%20b?q=%0D%0A`, { allowPrivate: true });
    await sendDelivery({ ...DELIVERY, url }, poster());
    const [line] = server.heard[0]!.split("\r\n");
    assert.equal(line, "POST /hooks/%0d%0aX-A:%20b?q=%0D%0A HTTP/1.1");
  });

  test("a request whose header value has line breaks is not sent", async () => {
    const server = await listening();
    const delivery = { ...DELIVERY, url: server.url, eventId: INJECTED as `evt_${string}` };
    const { failure } = await sendDelivery(delivery, poster());
    assert.equal(failure?.cause, "response_invalid");
    assert.equal(server.heard.join(""), "");
  });

  test("event data that looks like headers stays in the body", async () => {
    const server = await listening();
    const body = JSON.stringify({ data: { id: INJECTED, "a\r\nb": "\u0000\u2028" } });
    await sendDelivery({ ...DELIVERY, url: server.url, body }, poster());
    const [head = "", sent] = splitOnce(server.heard[0]!, "\r\n\r\n");
    assert.equal(sent, Buffer.from(body).toString("latin1"));
    assert.equal(head.match(/service-signature/gi)?.length, 1);
  });
});

test("exactly the recorded headers are sent, once each and in order, whatever the address contains", async () => {
  const server = await listening();
  const url = `${server.url}?Content-Type=text/plain&Service-Event-Id=evt_2#Host:x`;
  const record = await sendDelivery({ ...DELIVERY, url }, poster());
  const [, ...lines] = splitOnce(server.heard[0]!, "\r\n\r\n")[0]!.split("\r\n");
  const sent = lines.map((line) => splitOnce(line, ": "));
  assert.deepEqual(
    sent.map(([name, value]) => [name!.toLowerCase(), value]),
    Object.entries(record.requestHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  );
  assert.equal(new Set(sent.map(([name]) => name!.toLowerCase())).size, sent.length);
});

function splitOnce(text: string, by: string): string[] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}
