"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { KeyView, NewKeyView } from "#lib/dashboard/views/keys.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { useOpenByAddress } from "../open-by-address.ts";

type Props = {
  shown: KeyView;
  /** Called with the secret, which is available only now. The page keeps it: this button disappears when the page
   * learns of the second key. */
  onMade: (made: NewKeyView) => void;
};

/** Creates the second key of a rotation. The first continues to work until it is revoked. */
export function RotateKey({ shown, onMade }: Props) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  useOpenByAddress("rotate", () => setOpen(true));
  const rotate = useMutation({
    mutationFn: () =>
      once(name, (attempt) => {
        const body = { attempt, ...(name.trim() && { name }) };
        return client.post("/:mode/keys/:id/rotate", { mode, id: shown.id }, body);
      }),
    onSuccess: (answer) => {
      setOpen(false);
      rotate.reset();
      if (answer.key.kind === "secret") onMade(answer);
      else toast.done(`${answer.key.name} was created. ${shown.name} still works`);
      void queries.invalidateQueries(readsUnder(`/${mode}/keys`));
    },
  });
  return (
    <FormDialog
      title={`Rotate ${shown.name}`}
      description="Creates a second key with the same permissions. Both work until you revoke the first, so nothing stops while you switch."
      trigger={<Button>Rotate</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Create second key"
      submit={rotate}
    >
      <Field
        label="Name of the second key"
        optional
        hint="By default the name of the first one, numbered."
      >
        <Input maxLength={80} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  );
}
