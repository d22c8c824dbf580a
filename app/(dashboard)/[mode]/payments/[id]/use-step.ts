"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { client, RequestFailed, readsUnder } from "#lib/dashboard/client.ts";
import type { PaymentStepView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";

/** Sends a capture or cancellation. `attempt` is kept while the outcome is unknown, so that trying again finds the
 * outcome instead of acting twice; it is replaced after a definite refusal. */
export function useStep(paymentId: string, verb: "capture" | "cancel") {
  const { mode } = useSession();
  const queries = useQueryClient();
  const attempts = useRef(new Map<string, string>());
  return async (params: { amount?: string }): Promise<PaymentStepView> => {
    const name = params.amount ?? "";
    const attempt = attempts.current.get(name) ?? crypto.randomUUID();
    attempts.current.set(name, attempt);
    try {
      const subject = { mode, id: paymentId };
      return await client.post(`/:mode/payments/:id/${verb}`, subject, { ...params, attempt });
    } catch (error) {
      if (error instanceof RequestFailed && isAnswered(error)) attempts.current.delete(name);
      throw error;
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}

function isAnswered({ status, code }: RequestFailed): boolean {
  return status >= 400 && status < 500 && code !== "idempotency_in_progress";
}
