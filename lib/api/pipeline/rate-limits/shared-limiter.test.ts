import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { test } from "node:test";
import { freePort } from "#db/embedded/ports.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createSharedLimiter } from "./shared-limiter.ts";

// The store's own answers are tested with a real one (`npm run -s ops -- test rate-limits`).

const RULE = { kind: "rolling", perSecond: 2 } as const;

async function takeThree(port: number): Promise<{ allowed: boolean[]; tookMs: number }> {
  const limiter = createSharedLimiter(`redis://127.0.0.1:${port}`, createMemoryLimiter());
  await limiter.opened();
  const started = performance.now();
  const allowed: boolean[] = [];
  for (let call = 0; call < 3; call++) allowed.push((await limiter.take("a", RULE)).allowed);
  const tookMs = performance.now() - started;
  await limiter.close();
  return { allowed, tookMs };
}

test("a process counts by itself while no store listens", async () => {
  const { allowed, tookMs } = await takeThree(await freePort());
  assert.deepEqual(allowed, [true, true, false]);
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
});

test("a process counts by itself while the store accepts connections and answers nothing", async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as { port: number };
    const { allowed, tookMs } = await takeThree(port);
    assert.deepEqual(allowed, [true, true, false]);
    assert.ok(tookMs < 1_000, `${tookMs} ms`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
