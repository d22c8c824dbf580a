import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#db/embedded/ports.ts";
import { ask } from "#test/ask.ts";
import { certificateFor } from "#test/receiver.ts";
import { isOpen, until } from "../support.ts";
import { Unit } from "./unit.ts";

/** The configuration that we ship, with the addresses of a trial. */
function configFor(
  { port, statusPort }: { port: number; statusPort: number },
  ports: readonly number[],
  certificate: string,
): string {
  const shipped = readFileSync(join(import.meta.dirname, "../haproxy.cfg"), "utf8");
  const servers = ports.map((each, n) => `  server web${n + 1} 127.0.0.1:${each}\n`).join("");
  return shipped
    .replace("bind :443", `bind 127.0.0.1:${port}`)
    .replace("127.0.0.1:8404\n", `127.0.0.1:${statusPort}\n`)
    .replace("/etc/haproxy/paydesk.pem", certificate)
    .replace(/( {2}server .*\n)+/, servers);
}

/** Makes haproxy with `ops/haproxy.cfg` in front of web processes on `ports`. */
export async function makeBalancer(folder: string, ports: readonly number[]) {
  const [port, statusPort] = [await freePort(), await freePort()];
  const { cert, key } = await certificateFor("localhost");
  const certificate = join(folder, "balancer.pem");
  writeFileSync(certificate, `${cert}\n${key}\n`, { mode: 0o600 });
  const config = join(folder, "haproxy.cfg");
  writeFileSync(config, configFor({ port, statusPort }, ports, certificate));
  const unit = new Unit({
    name: "haproxy",
    command: ["haproxy", "-db", "-f", config],
    logPath: join(folder, "haproxy.log"),
    isReady: () => isOpen(port),
  });
  /** Resolves when the balancer uses every web process. */
  const usesAll = () =>
    until("the balancer uses every web process", async () => {
      const { body } = await ask({ port: statusPort }, "/;csv");
      const states = body.split("\n").filter((line) => /^web,web\d/.test(line));
      return states.length === ports.length && states.every((line) => line.split(",")[17] === "UP");
    });
  return { unit, usesAll, origin: `https://localhost:${port}` };
}
