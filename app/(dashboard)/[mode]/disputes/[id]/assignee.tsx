"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";

const NOBODY = "nobody";

/** The member who answers the dispute. Members who may answer disputes can change it; the new assignee gets an e-mail. */
export function Assignee({ dispute }: { dispute: DisputeView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const { assignee, assignees, allowedActions } = dispute;
  const subject = { mode, id: dispute.id };
  const assign = useMutation({
    mutationFn: (member: string | null) =>
      client.post("/:mode/disputes/:id/assign", subject, {
        member,
        attempt: crypto.randomUUID(),
      }),
    onSuccess: (answer) => {
      queries.setQueryData<DisputeView>(
        read("/:mode/disputes/:id", subject).queryKey,
        (before) => before && { ...before, ...answer },
      );
      const name = answer.assignee?.name;
      toast.done(name ? `Assigned to ${name}` : "Assigned to nobody");
    },
    onError: ({ message }) =>
      toast.failed("The dispute was not assigned", { description: message }),
  });
  if (!allowedActions.assign.allowed) return <>{assignee?.name ?? "Nobody"}</>;
  const isGone = assignee && !assignees.some(({ id }) => id === assignee.id);
  const choices = [
    { value: NOBODY, label: "Nobody" },
    ...assignees.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [{ value: assignee.id, label: assignee.name }] : []),
  ];
  return (
    <Select
      label="Assigned to"
      choices={choices}
      value={assignee?.id ?? NOBODY}
      disabled={assign.isPending}
      onChange={(value) => assign.mutate(value === NOBODY ? null : value)}
      className="w-full max-w-60"
    />
  );
}
