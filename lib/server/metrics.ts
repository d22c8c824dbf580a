import type { IncomingMessage, ServerResponse } from "node:http";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { equalInConstantTime } from "#lib/kernel/crypto.ts";
import { isLoopback } from "#lib/kernel/exposure.ts";
import { publishedReadings, type Reading } from "#lib/kernel/readings.ts";
import { expose } from "./exposition.ts";
import type { Origin } from "./forwarded.ts";
import type { Readiness } from "./readiness.ts";

export type Area = "api" | "internal" | "hosted" | "screens" | "operations";

export interface Metrics {
  observe(area: Area, status: number, seconds: number): void;
  send(response: ServerResponse): Promise<void>;
}

export type { Reading };

/** Figures of the library that are named like counters and are none. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** This process's metrics in Prometheus format: its own figures, those published with `publishReadings`, and the
 * installation's `readings`. A reading that fails is left out. */
export function createMetrics(readiness: Readiness, readings: readonly Reading[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const requests = new Histogram({
    name: "paydesk_http_request_seconds",
    help: "Time from a request's headers to the end of its response.",
    labelNames: ["area", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const ready: Reading = {
    name: "paydesk_ready",
    help: "1 if this process would answer /readyz with 200, else 0.",
    read: async () => ((await readiness.whyNot()) === null ? 1 : 0),
  };
  return {
    observe: (area, status, seconds) =>
      requests.observe({ area, status: `${Math.floor(status / 100)}xx` }, seconds),
    send: async (response) => {
      // Those of the process first: what the others ask the database would show in the figures of its pools.
      const current = await expose([...publishedReadings(), ready, ...readings]);
      const body = `${await registry.metrics()}\n${current}`;
      response.writeHead(200, { "Content-Type": registry.contentType });
      response.end(body);
    },
  };
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
