"use client";

import { useQueryClient } from "@tanstack/react-query";
import { moneyText } from "#components/money/money.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { PayoutView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";

/** Actions on a payout: cancel it before the bank has it, and in the sandbox simulate the bank's answer. */
export function PayoutActions({ payout }: { payout: PayoutView }) {
  const { mode, session } = useSession();
  const simulates = mode === "test" && session.may.includes("use_sandbox");
  return (
    <>
      <CancelPayout payout={payout} />
      {simulates && payout.status === "submitted" && (
        <Simulate payout={payout} scenario="return" verb="Reject at the bank">
          returns to the payout balance, as if the beneficiary's bank had rejected it because the
          account is closed (AC04). Your endpoints receive payout.returned. This cannot be undone.
        </Simulate>
      )}
      {simulates && payout.status === "settled" && (
        <Simulate payout={payout} scenario="return" verb="Return from the bank">
          returns to the payout balance, as if the account were closed (AC04). Your endpoints
          receive payout.returned. This cannot be undone.
        </Simulate>
      )}
    </>
  );
}

function useStep(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  return async (
    step: (payout: { mode: string; id: string }, attempt: string) => Promise<unknown>,
  ) => {
    try {
      await once(null, (attempt) => step({ mode, id }, attempt));
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}

function CancelPayout({ payout }: { payout: PayoutView }) {
  const step = useStep(payout.id);
  const { allowed, reason } = payout.allowedActions.cancel;
  if (!allowed) {
    return payout.status === "pending" && <RefusedAction verb="Cancel payout" reason={reason} />;
  }
  const amount = moneyText(payout.amount, payout.currency);
  return (
    <ConfirmDialog
      title="Cancel this payout?"
      touches={`${amount} stays on the payout balance. ${payout.approval === "pending" ? "The request for approval is withdrawn." : "This works only until the bank has it, a few seconds after it was created."}`}
      verb="Cancel payout"
      trigger={<Button>Cancel payout</Button>}
      onConfirm={async () => {
        await step((id, attempt) => client.post("/:mode/payouts/:id/cancel", id, { attempt }));
        toast.done(`The payout of ${amount} was canceled`);
      }}
    />
  );
}

function Simulate(props: {
  payout: PayoutView;
  scenario: "fail" | "return";
  verb: string;
  children: string | string[];
}) {
  const { payout, scenario, verb, children } = props;
  const step = useStep(payout.id);
  const amount = moneyText(payout.amount, payout.currency);
  return (
    <ConfirmDialog
      title={`${verb}?`}
      touches={
        <>
          {amount} {children}
        </>
      }
      verb={verb}
      trigger={<Button>{verb}</Button>}
      onConfirm={async () => {
        await step((id, attempt) =>
          client.post("/:mode/payouts/:id/simulate", id, { scenario, attempt }),
        );
        toast.done(`${amount} was returned to the payout balance`);
      }}
    />
  );
}
