import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to a server on this machine that can swallow everything in both directions, as a network that drops packets. */
export type SwallowingProxy = {
  port: number;
  /** From now on, also on open connections. New connections are accepted and never answered. */
  swallow(on: boolean): void;
  /** Connections so far. */
  accepted(): number;
  stop(): Promise<void>;
};

export async function startProxy(to: { host: string; port: number }): Promise<SwallowingProxy> {
  const open = new Set<Socket>();
  let swallows = false;
  let accepted = 0;
  const server = createServer((near) => {
    accepted++;
    const far = connect(to.port, to.host);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (bytes) => void (swallows || into.write(bytes)));
      from.on("error", () => into.destroy());
      from.on("close", () => {
        open.delete(from);
        if (!swallows) into.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    swallow: (on) => {
      swallows = on;
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
