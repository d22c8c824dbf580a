"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { client } from "#lib/dashboard/client.ts";
import { waiting } from "./waiting.ts";

/** What a shop's page sends to its own server: with what is paid, never how much. */
export type Params = {
  method: string;
  country: string;
  /** The same for every press that means the same payment. */
  attempt: string;
  paymentMethod?: string;
  blikCode?: string;
};

/** Has `begin` say what to charge (null: nothing yet), charges it, and goes on: to the bank where it wants
 *  to see the payer, else to the result. */
export function useCharge() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // Coming back from the bank by the browser's own button may show this very page again.
    const wake = () => setBusy(false);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);
  const charge = async (begin: () => Promise<Params | null>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const params = await begin();
      if (!params) return setBusy(false);
      const payment = await client.post("/:mode/checkout/payments", { mode: "test" }, params);
      waiting.remember(payment.redirectUrl ? payment.id : null);
      if (payment.redirectUrl) window.location.assign(payment.redirectUrl);
      else router.push(`/test/checkout/result?payment=${payment.id}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, charge };
}
