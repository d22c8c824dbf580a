import type { IncomingMessage, ServerResponse } from "node:http";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { equalInConstantTime } from "#lib/kernel/crypto.ts";
import { isLoopback } from "#lib/kernel/exposure.ts";
import { log } from "#lib/kernel/log.ts";
import { publishedReadings, type Reading } from "#lib/kernel/readings.ts";
import type { Origin } from "./forwarded.ts";

export type Area = "api" | "internal" | "hosted" | "screens" | "operations";

export interface Metrics {
  observe(area: Area, status: number, seconds: number): void;
  send(response: ServerResponse): Promise<void>;
}

export type { Reading };

/** This process's metrics in Prometheus format: its own figures, those published with `publishReadings`, and the
 * installation's `readings`. A reading that fails is left out. */
export function createMetrics(readings: readonly Reading[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "paydesk_http_request_seconds",
    help: "Time from a request's headers to the end of its response.",
    labelNames: ["area", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    observe: (area, status, seconds) =>
      requests.observe({ area, status: `${Math.floor(status / 100)}xx` }, seconds),
    send: async (response) => {
      const current = await readAll([...readings, ...publishedReadings()]);
      const body = (await registry.metrics()) + (await current.metrics());
      response.writeHead(200, { "Content-Type": registry.contentType });
      response.end(body);
    },
  };
}

/** The readings as they are now. Those of one name are added up: a process can have several of a kind. */
async function readAll(readings: readonly Reading[]): Promise<Registry> {
  const registry = new Registry();
  for (const [name, alike] of Map.groupBy(readings, (reading) => reading.name)) {
    try {
      const values = await Promise.all(alike.map(({ read }) => read()));
      const gauge = new Gauge({ name, help: alike[0]!.help, registers: [registry] });
      gauge.set(values.reduce((sum, value) => sum + value, 0));
    } catch (error) {
      log.warn("a metric could not be read", { name, error });
    }
  }
  return registry;
}

function carries(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  return equalInConstantTime(given, Buffer.from(`Bearer ${token}`));
}

/** Whether a request may read the metrics: with the token, or from this machine. Behind a proxy every request comes
 * from the proxy's address, so only the token counts. */
export function mayReadMetrics(
  request: IncomingMessage,
  origin: Origin,
  settings: { metricsToken: string | null; trustedProxy: readonly string[] },
): boolean {
  if (settings.metricsToken && carries(request, settings.metricsToken)) return true;
  if (settings.trustedProxy.length > 0 || origin.forwarded) return false;
  return isLoopback(origin.address);
}
