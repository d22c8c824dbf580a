import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#db/embedded/ports.ts";
import { certificateFor } from "#test/receiver.ts";
import { isOpen } from "../support.ts";
import { Unit } from "./unit.ts";

/** The configuration that we ship, with the addresses of a trial. */
function configFor(port: number, ports: readonly number[], certificate: string): string {
  const shipped = readFileSync(join(import.meta.dirname, "../haproxy.cfg"), "utf8");
  const servers = ports.map((each, n) => `  server web${n + 1} 127.0.0.1:${each}\n`).join("");
  return shipped
    .replace("bind :443", `bind 127.0.0.1:${port}`)
    .replace("/etc/haproxy/paydesk.pem", certificate)
    .replace(/( {2}server .*\n)+/, servers);
}

/** Makes haproxy with `ops/haproxy.cfg` in front of web processes on `ports`. */
export async function makeBalancer(folder: string, ports: readonly number[]) {
  const port = await freePort();
  const { cert, key } = await certificateFor("localhost");
  const certificate = join(folder, "balancer.pem");
  writeFileSync(certificate, `${cert}\n${key}\n`, { mode: 0o600 });
  const config = join(folder, "haproxy.cfg");
  writeFileSync(config, configFor(port, ports, certificate));
  const unit = new Unit({
    name: "haproxy",
    command: ["haproxy", "-db", "-f", config],
    logPath: join(folder, "haproxy.log"),
    isReady: () => isOpen(port),
  });
  return { unit, port, origin: `https://localhost:${port}` };
}
