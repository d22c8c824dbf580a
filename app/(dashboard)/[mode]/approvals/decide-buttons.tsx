"use client";

import { useQueryClient } from "@tanstack/react-query";
import { moneyText, wireMoneyText } from "#components/money/money.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { Decision } from "#lib/kernel/vocabulary/payouts.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";

/** The object to decide on; `path` is the path of its routes, such as `/payouts/po_…`. */
export type Decided = {
  path: "/:mode/payouts/:id" | "/:mode/payout-batches/:id";
  id: string;
  what: string;
  amount: string;
  currency: string;
  /** The receivers in words: `to Anna`, or `in 2 payouts`. */
  how: string;
};

/** Approve and Refuse, each with a confirmation. */
export function DecideButtons({ subject, by }: { subject: Decided; by: string }) {
  const { mode } = useSession();
  const decide = useDecision(subject);
  const { what, how } = subject;
  const amount = moneyText(subject.amount, subject.currency);
  const when = what === "batch" ? "immediately, or on the later date in its file" : "immediately";
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <ConfirmDialog
        title={`Approve this ${what}?`}
        touches={`${amount} is sent ${how} ${when}. ${by} made it. This cannot be undone.`}
        verb={`Approve ${amount}`}
        danger={false}
        {...(mode === "live" ? { typeToConfirm: amount } : {})}
        trigger={<Button variant="primary">Approve</Button>}
        onConfirm={() => decide("approve", `${amount} approved`)}
      />
      <ConfirmDialog
        title={`Refuse this ${what}?`}
        touches={`The ${what} is canceled and ${amount} returns to the payout balance. This cannot be undone.`}
        verb={`Refuse ${what}`}
        trigger={<Button>Refuse</Button>}
        onConfirm={() => decide("refuse", `The ${what} of ${amount} was refused`)}
      />
    </div>
  );
}

function useDecision({ path, id, amount, currency }: Decided) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  return async (verb: Decision, done: string) => {
    try {
      // In live mode the person types the amount, and the server checks it.
      const typed =
        mode === "live" && verb === "approve" ? { typed: wireMoneyText(amount, currency) } : {};
      await once(verb, (attempt) =>
        client.post(`${path}/${verb}`, { mode, id }, { attempt, ...typed }),
      );
      toast.done(done);
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}
