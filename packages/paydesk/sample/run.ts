// Runs the flow against `PAYDESK_URL` on Node, Deno or Bun.

import { Paydesk } from "paydesk";
import { charge, refuse, speakOlder } from "./flow.js";

declare const process: { env: Record<string, string | undefined> };

const key = process.env.PAYDESK_SECRET_KEY ?? "";
const paydesk = new Paydesk(key);
await charge(paydesk);
await refuse(paydesk);
await speakOlder(key);
console.log("The flow passed.");
