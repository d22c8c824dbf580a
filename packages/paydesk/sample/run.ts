// Runs the flow against `PAYDESK_URL` on Node, Deno or Bun.

import { Paydesk } from "paydesk";
import { charge, refuse } from "./flow.js";

declare const process: { env: Record<string, string | undefined> };

const paydesk = new Paydesk(process.env.PAYDESK_SECRET_KEY ?? "");
await charge(paydesk);
await refuse(paydesk);
console.log("The flow passed.");
