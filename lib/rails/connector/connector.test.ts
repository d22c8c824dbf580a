import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, afterEach, before, test } from "node:test";
import { z } from "zod";
import { nowMs, useClock } from "#lib/kernel/clock.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { chargeOf, RAIL_SECRET, startRail, type TestRail } from "#test/rail.ts";
import { RailRefusedError, RailUnavailableError, railFor } from "../index.ts";
import { encode, PROTOCOL_PATH } from "../protocol/messages.ts";
import { nonceOf, SIGNATURE_HEADER, sign } from "../protocol/signature.ts";
import { type Connector, createConnector } from "./connector.ts";

const VISA = "sbx_success_4242";
let rail: TestRail;
const cleanups: (() => Promise<unknown>)[] = [];
before(async () => {
  rail = await startRail();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
after(() => rail.stop());

function connectorTo(url: string, secret = RAIL_SECRET, timeoutMs = 400): Connector {
  const made = createConnector({ url, secret, timeoutMs });
  cleanups.push(made.close);
  return made;
}

/** A server that answers with the test's listener. */
async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Params = { status?: number; body: unknown; secret?: string; nonce?: string };

/** A server that signs its answers with the given parameters. */
function signing(params: Params | (() => Params)): RequestListener {
  return (request, response) => {
    const {
      status = 200,
      body: content,
      secret = RAIL_SECRET,
      nonce,
    } = typeof params === "function" ? params() : params;
    const body = Buffer.from(typeof content === "string" ? content : encode(content));
    const asked = nonceOf(String(request.headers[SIGNATURE_HEADER])) ?? "";
    const signed = { kind: "answer", nonce: nonce ?? asked, status, body } as const;
    request.resume();
    response.writeHead(status, { [SIGNATURE_HEADER]: sign(secret, signed) }).end(body);
  };
}

const SUCCESS = { result: "succeeded", railReference: "R", sca: null, exemptionOutcome: null };

test("only an answer to this request, signed with the secret and with the right shape, is accepted", async () => {
  const ask = async (params: Params) =>
    await connectorTo(await serverOf(signing(params))).authorise(chargeOf(VISA));
  assert.deepEqual(await ask({ body: { ...SUCCESS, news: 1 } }), SUCCESS);
  const arn = "74120806102000012345671";
  const told = { ...SUCCESS, acquirer: { eci: "05", liabilityShift: true, arn } };
  assert.deepEqual(await ask({ body: told }), told);
  const half = {
    eci: 5,
    liabilityShift: "yes",
    avsResult: "Y",
    cvcResult: "match",
    arn: `${arn}0`,
  };
  const { acquirer } = {
    acquirer: undefined,
    ...(await ask({ body: { ...SUCCESS, acquirer: half } })),
  };
  const kept = JSON.parse(JSON.stringify(acquirer));
  assert.deepEqual(kept, { cvcResult: "match" }, "malformed facts are ignored");
  const bad: Params[] = [
    { body: SUCCESS, secret: "another secret entirely" },
    { body: SUCCESS, nonce: "AAAAAAAAAAAAAAAAAAAAAA" },
    { body: "<html>" },
    { body: "" },
    { body: { result: "splendid", railReference: "R" } },
    { body: { ...SUCCESS, sca: "maybe" } },
    { body: SUCCESS, status: 201 },
    { body: SUCCESS, status: 302 },
    { body: SUCCESS, status: 503 },
    { body: { oops: true }, status: 400 },
    { body: `{"result":"succeeded","padding":"${"x".repeat(70_000)}"}` },
  ];
  for (const params of bad) {
    await assert.rejects(ask(params), RailUnavailableError, encode(params).slice(0, 120));
  }
});

test("a signed 4xx means that nothing was done; an unsigned one leaves the outcome unknown", async () => {
  const body = { error: { code: "id_conflict", message: "used" } };
  const signed = connectorTo(await serverOf(signing({ body, status: 409 })));
  await assert.rejects(
    signed.authorise(chargeOf(VISA)),
    (error: unknown) => error instanceof RailRefusedError && error.code === "id_conflict",
  );
  const url = await serverOf((request, response) => {
    request.resume();
    response.writeHead(404).end(JSON.stringify(body));
  });
  await assert.rejects(connectorTo(url).authorise(chargeOf(VISA)), RailUnavailableError);
});

test("a redirect is not followed", async () => {
  let asked = 0;
  const elsewhere = await serverOf((request, response) => {
    asked++;
    signing({ body: SUCCESS })(request, response);
  });
  const url = await serverOf((request, response) => {
    request.resume();
    response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
  });
  await assert.rejects(connectorTo(url).authorise(chargeOf(VISA)), RailUnavailableError);
  assert.equal(asked, 0);
});

test("one deadline covers the whole call, also if the answer arrives byte by byte", async () => {
  const url = await serverOf((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  });
  const started = performance.now();
  await assert.rejects(connectorTo(url).authorise(chargeOf(VISA)), RailUnavailableError);
  assert.ok(performance.now() - started < 2_000);
  const nobody = connectorTo("http://127.0.0.1:1");
  await assert.rejects(nobody.authorise(chargeOf(VISA)), RailUnavailableError);
});

test("a kept connection that the rail has closed fails no call", async () => {
  let cut = false;
  const answering = signing({ body: SUCCESS });
  const url = await serverOf((request, response) => {
    if (cut) {
      cut = false;
      response.socket?.destroy();
    } else answering(request, response);
  });
  const connector = connectorTo(url);
  await connector.authorise(chargeOf(VISA));
  cut = true;
  assert.deepEqual(await connector.authorise(chargeOf(VISA)), SUCCESS);
});

test("an id is one operation: a repeat gets the same answer, and other parameters are refused", async () => {
  const charge = chargeOf(VISA);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rail.connector.authorise(charge)),
  );
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  await assert.rejects(
    rail.connector.authorise({ ...charge, amountMinor: 2_000n }),
    (error: unknown) => error instanceof RailRefusedError && error.code === "id_conflict",
  );
  const { lines, repeats, conflicts } = await rail.statement();
  assert.deepEqual(
    lines.filter(({ id }) => id === charge.id),
    [{ kind: "charge", ...pick(charge), amountMinor: 1_999n }],
  );
  assert.equal(repeats.authorise, 19);
  assert.equal(conflicts, 1);
});

const pick = ({ id, accountId, currency }: ReturnType<typeof chargeOf>) => ({
  id,
  accountId,
  currency,
});

test("amounts beyond the range of a JSON number are exact", async () => {
  const charge = chargeOf(VISA, { amountMinor: 9_007_199_254_740_993n });
  await rail.connector.authorise(charge);
  const { lines } = await rail.statement();
  assert.equal(lines.find(({ id }) => id === charge.id)?.amountMinor, 9_007_199_254_740_993n);
});

/** Sends a request with some of it changed. */
async function post(
  path: string,
  body: string,
  changes: {
    secret?: string;
    signedPath?: string;
    signedBody?: string;
    header?: string;
    at?: number;
  } = {},
) {
  const { secret = RAIL_SECRET, signedPath = path, signedBody = body } = changes;
  const putBack = useClock({ nowMs: () => changes.at ?? Date.now() });
  const nonce = "AAAAAAAAAAAAAAAAAAAAAA";
  const message = {
    kind: "request",
    nonce,
    path: signedPath,
    body: Buffer.from(signedBody),
  } as const;
  const header = changes.header ?? sign(secret, message);
  putBack();
  const response = await fetch(`${rail.url}${PROTOCOL_PATH}${path}`, {
    method: "POST",
    headers: { [SIGNATURE_HEADER]: header },
    body,
  });
  const { error } = z
    .object({ error: z.object({ code: z.string(), message: z.string() }).optional() })
    .parse(await response.json());
  return { status: response.status, code: error?.code, message: error?.message };
}

test("the rail reads only requests with a current signature by the secret for this operation", async () => {
  const body = encode(chargeOf(VISA));
  const MINUTE = 60_000;
  assert.equal((await post("authorise", body)).status, 200);
  assert.equal((await post("authorise", body, { at: nowMs() - 4 * MINUTE })).status, 200);
  for (const changes of [
    { secret: "another secret entirely" },
    { signedPath: "authorise/status" },
    { signedBody: body.replace("1999", "1") },
    { at: nowMs() - 6 * MINUTE },
    { at: nowMs() + 6 * MINUTE },
    { header: "" },
    { header: "t=1,n=x,v1=y" },
  ]) {
    const answer = await post("authorise", body, changes);
    assert.deepEqual([answer.status, answer.code], [401, "signature_invalid"]);
  }
  assert.equal((await post("control/statement", "{}", { secret: "not the secret" })).status, 401);
});

test("an unreadable request is refused by the names of its fields, never with their values", async () => {
  const number = "4000000000000000";
  const answer = await post("tokenise", JSON.stringify({ number, cvc: 123 }));
  assert.deepEqual([answer.status, answer.code], [400, "malformed"]);
  assert.match(answer.message ?? "", /expMonth, expYear, cvc/);
  assert.ok(!JSON.stringify(answer).includes(number));
  assert.equal((await post("tokenise", `{"number":"${"4".repeat(70_000)}"}`)).status, 413);
  assert.equal((await post("authorise", "nonsense")).status, 400);
  assert.equal((await post("transfer", "{}")).status, 404);
});

test("test mode uses the sandbox, whatever acquirer live mode has", async () => {
  let asked = 0;
  const url = await serverOf((_, response) => {
    asked++;
    response.writeHead(500).end();
  });
  assignEnv({ LIVE_RAIL_URL: url, LIVE_RAIL_SECRET: RAIL_SECRET });
  const charge = chargeOf(VISA);
  assert.equal((await railFor("test").authorise(charge)).result, "succeeded");
  assert.equal(asked, 0);
  await assert.rejects(railFor("live").authorise(charge), RailUnavailableError);
  assert.equal(asked, 1);
});
