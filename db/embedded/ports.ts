import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Whether a port of a local address is free. */
export function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Below the ports that Linux, macOS and Windows give to outgoing connections. */
const PORTS = [12_000, 32_000] as const;

/** A free port on the loopback interface. A server that is restarted finds it free again: no outgoing connection of another
 *  process gets it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}
