"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { CustomerView } from "#lib/dashboard/views/customers.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";

/** Deletes a customer and erases its personal data. Nothing while that is under way or done. */
export function EraseCustomer({ customer }: { customer: CustomerView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const isErased = customer.deleted && !customer.name && !customer.email && !customer.country;
  if (customer.erasureRequestedAt || isErased) return null;
  return (
    <ConfirmDialog
      title="Erase this customer's personal data?"
      touches="The customer is deleted, its subscriptions end and its payment methods cannot be charged any more. Name, e-mail, addresses, metadata, notes, tags and evidence are erased, also in events and logs. Payments keep their amounts. This cannot be undone."
      verb="Erase personal data"
      danger
      {...(mode === "live" && { typeToConfirm: customer.id })}
      trigger={<Button>Erase</Button>}
      onConfirm={async () => {
        await once(null, (attempt) =>
          client.post("/:mode/customers/:id/erase", { mode, id: customer.id }, { attempt }),
        );
        toast.done("The customer's data is being erased");
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}
