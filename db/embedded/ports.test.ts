import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test } from "node:test";
import { freePort, isFree } from "./ports.ts";

test("an outgoing connection makes its port unusable, and free ports are not among those", async (t) => {
  const server = createServer().listen(await freePort(), "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const client = connect((server.address() as { port: number }).port, "127.0.0.1");
  t.after(() => client.destroy());
  await once(client, "connect");
  const outgoing = client.localPort!;
  assert.equal(await isFree(outgoing), false);
  for (let n = 0; n < 20; n++) assert.ok((await freePort()) < Math.min(32_768, outgoing));
});
