"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { KeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { AddressField, addressesOf } from "../address-field.tsx";

/** Edits the addresses that a secret key may be used from; an empty list lets it be used from anywhere. */
export function LimitAddresses({ shown }: { shown: KeyView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const limit = useMutation({
    mutationFn: () =>
      client.post(
        "/:mode/keys/:id/addresses",
        { mode, id: shown.id },
        { addresses: addressesOf(text) },
      ),
    onSuccess: () => {
      setOpen(false);
      toast.done(`The addresses of ${shown.name} are saved`);
      void queries.invalidateQueries(readsUnder(`/${mode}/keys`));
    },
  });
  return (
    <FormDialog
      title={`Addresses of ${shown.name}`}
      description="Requests from any other address are refused from the moment you save. Include every server that uses the key."
      trigger={<Button>Edit addresses</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Save addresses"
      submit={limit}
      onOpen={() => setText(shown.addresses?.join("\n") ?? "")}
    >
      {(errorOf) => <AddressField value={text} error={errorOf("addresses")} onChange={setText} />}
    </FormDialog>
  );
}
