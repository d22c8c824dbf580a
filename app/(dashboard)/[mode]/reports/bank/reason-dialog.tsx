"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { countOf } from "#components/payouts/labels.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { accountLabel, daysLabel, lineTitle } from "./bank-labels.ts";
import type { Deciding } from "./bank-screen.tsx";

type Words = { title: string; description: string; verb: string; done: string };

function wordsOf(deciding: Deciding): Words {
  if (deciding.action === "remove") {
    const { bankAccount, fromDay, toDay, lineCount, counts, currency, closing } =
      deciding.statement;
    return {
      title: `Remove the statement of ${daysLabel(fromDay, toDay)}?`,
      description: `It is of ${accountLabel(bankAccount)} and closes with ${moneyText(closing, currency)}. Its ${countOf(lineCount, "line")}, ${countText(counts.matched)} of them matched, are deleted. The file can be added again.`,
      verb: "Remove statement",
      done: "Statement removed",
    };
  }
  const { line } = deciding;
  if (deciding.action === "set-aside") {
    return {
      title: `Set aside ${lineTitle(line)}?`,
      description:
        "The line is about nothing that Paydesk moved, such as rent or another provider.",
      verb: "Set aside",
      done: "Line set aside",
    };
  }
  const wasMatched = line.state === "matched";
  return {
    title: `${wasMatched ? "Unmatch" : "Take back"} ${lineTitle(line)}?`,
    description: "The line is open afterwards. It is not matched automatically again.",
    verb: wasMatched ? "Unmatch" : "Take back",
    done: "Line is open again",
  };
}

/** A decision that needs a reason. */
export function ReasonDialog({ deciding, onClose }: { deciding: Deciding; onClose: () => void }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const once = useAttempt();
  const words = wordsOf(deciding);
  const submit = useMutation({
    mutationFn: () =>
      once(reason.trim(), (attempt): Promise<unknown> => {
        const body = { reason: reason.trim(), attempt };
        if (deciding.action === "remove") {
          const { id } = deciding.statement;
          return client.post("/:mode/bank-statements/:id/remove", { mode, id }, body);
        }
        const params = { mode, id: deciding.line.id };
        return deciding.action === "set-aside"
          ? client.post("/:mode/bank-lines/:id/set-aside", params, body)
          : client.post("/:mode/bank-lines/:id/unmatch", params, body);
      }),
    onSuccess: async () => {
      await queries.invalidateQueries(readsUnder(`/${mode}/bank-`));
      toast.done(words.done);
      onClose();
    },
  });
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={words.description}
      verb={words.verb}
      ready={reason.trim().length >= SHORTEST_REASON}
      submit={submit}
    >
      {(errorOf) => <ReasonField reason={reason} onChange={setReason} error={errorOf("reason")} />}
    </FormDialog>
  );
}

export const SHORTEST_REASON = 3;

export function ReasonField(props: {
  reason: string;
  onChange: (reason: string) => void;
  error: string | undefined;
}) {
  return (
    <Field label="Reason" hint="Stands in the audit log with your name." error={props.error}>
      <Textarea
        value={props.reason}
        maxLength={300}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}
