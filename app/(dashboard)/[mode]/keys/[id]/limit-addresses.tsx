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

/** Edits the addresses from which a secret key may be used. An empty list allows any address. */
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
      toast.done(`Addresses of ${shown.name} saved`);
      void queries.invalidateQueries(readsUnder(`/${mode}/keys`));
    },
  });
  return (
    <FormDialog
      title={`Addresses of ${shown.name}`}
      description="Requests from any other address are refused as soon as you save. Include every server that uses the key."
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
