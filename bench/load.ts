// The load generator in a separate process: reads one order from its arguments and prints one line.

import { randomBytes } from "node:crypto";
import { type LoadPlan, runLoad, type Target } from "./http-load.ts";

/** The requests as data, so that they can be passed to another process. */
export interface Order {
  target: Target;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  atLeast?: number;
  perSecond?: number;
  key: string;
  /** `{n}` is replaced by the request's entry of `fill`. */
  path: string;
  fill: readonly string[];
  /** A JSON body makes it a POST with a fresh `Idempotency-Key`. */
  body: string | null;
}

function planOf(order: Order): LoadPlan {
  const { key, path, fill, body, ...rest } = order;
  const common = `Host: 127.0.0.1:${order.target.port}\r\nAuthorization: Bearer ${key}\r\n`;
  // Keys must be unique across runs, and must not be 13 digits, which could be a card number.
  const run = randomBytes(6).toString("hex");
  const own = (n: number) => fill[n % fill.length] ?? "";
  const request =
    body === null
      ? (n: number) => `GET ${path.replace("{n}", own(n))} HTTP/1.1\r\n${common}\r\n`
      : (n: number) => {
          const text = body.replace("{n}", own(n));
          const head = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
          return `POST ${path} HTTP/1.1\r\n${common}${head}Idempotency-Key: ${run}x${n}\r\n\r\n${text}`;
        };
  return { ...rest, request, expected: body === null ? [200] : [201] };
}

const order = JSON.parse(process.argv[2] ?? "") as Order;
process.stdout.write(`${JSON.stringify(await runLoad(planOf(order)))}\n`);
