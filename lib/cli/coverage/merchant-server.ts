// The merchant's server that the pages register as webhook endpoints. Its received requests can be read over HTTP.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { type Received, startReceiver } from "#test/receiver.ts";

export type MerchantServer = {
  /** Receives webhooks over HTTPS: `{{receiver}}/hooks/any-name?status=500&delay_ms=100`. */
  receiverUrl: string;
  /** `GET {{received}}/hooks/any-name?secret=whsec_…`: the requests to that path as a JSON list, oldest first. */
  receivedUrl: string;
  stop(): Promise<void>;
};

const { webhooks } = new Stripe("sk_test_unused");

/** Whether an independent client accepts the signature over the received bytes. */
function isVerified({ body, headers }: Received, secret: string): boolean {
  try {
    webhooks.constructEvent(body, headers["service-signature"] ?? "", secret, 300);
    return true;
  } catch {
    return false;
  }
}

export async function startMerchantServer(): Promise<MerchantServer> {
  const receiver = await startReceiver();
  receiver.reply(({ path }) => {
    const asked = new URL(path, receiver.url).searchParams;
    const location = asked.get("location");
    return {
      status: Number(asked.get("status") ?? 200),
      ...(location === null ? {} : { headers: { Location: location } }),
      body: asked.get("body") ?? "ok",
      delayMs: Number(asked.get("delay_ms") ?? 0),
    };
  });
  const control = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", receiver.url);
    const found = receiver.received.filter(({ path }) => path.split("?")[0] === pathname);
    const shown = found.map((one) => ({
      headers: one.headers,
      body: JSON.parse(one.body.toString()) as unknown,
      verified: isVerified(one, searchParams.get("secret") ?? ""),
    }));
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(shown));
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  return {
    receiverUrl: `https://localhost:${receiver.port}`,
    receivedUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    async stop() {
      control.close();
      control.closeAllConnections();
      await receiver.stop();
    },
  };
}
