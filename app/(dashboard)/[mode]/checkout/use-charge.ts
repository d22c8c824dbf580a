"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { client } from "#lib/dashboard/client.ts";
import type { BodyOf } from "#lib/dashboard/internal-bodies.ts";
import { waiting } from "./waiting.ts";

/** The body of a charge from a shop's page: a way to pay, never an amount. `attempt` is the same for every press that means
 * the same payment. */
export type Params = BodyOf<"POST /:mode/checkout/payments">;

/** Charges what `begin` returns (null: nothing yet), then opens the bank's page if the payer has to confirm, else the
 * result. */
export function useCharge() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // The browser's back button can restore this page from its cache.
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
      setProblem(error instanceof Error ? error.message : "The payment failed. Try again.");
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, charge };
}
