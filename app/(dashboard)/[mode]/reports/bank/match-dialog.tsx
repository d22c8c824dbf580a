"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { dateText } from "#components/time/period-text.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { BankLineView, CandidateView } from "#lib/dashboard/views/bank-statements.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { findingLabel, kindLabel, lineTitle } from "./bank-labels.ts";
import { ReasonField, SHORTEST_REASON } from "./reason-dialog.tsx";

/** Chooses what a line is about. The reason also explains a difference. */
export function MatchDialog({ line, onClose }: { line: BankLineView; onClose: () => void }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly CandidateView[]>([]);
  const [reason, setReason] = useState("");
  const once = useAttempt();
  const q = useDeferredValue(search.trim());
  const found = useQuery({
    ...read("/:mode/bank-lines/:id/candidates", { mode, id: line.id }, { q }),
    placeholderData: keepPreviousData,
  });
  const submit = useMutation({
    mutationFn: () => {
      const objects = chosen.map(({ kind, objectId }) => ({ kind, id: objectId }));
      const match = { objects, reason: reason.trim() };
      return once(match, (attempt) =>
        client.post("/:mode/bank-lines/:id/match", { mode, id: line.id }, { ...match, attempt }),
      );
    },
    onSuccess: async () => {
      await queries.invalidateQueries(readsUnder(`/${mode}/bank-`));
      toast.done("Line matched");
      onClose();
    },
  });
  const toggle = (one: CandidateView, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, one] : before.filter(({ id }) => id !== one.id)));
  const offered = [
    ...chosen,
    ...(found.data?.candidates ?? []).filter((one) => chosen.every(({ id }) => id !== one.id)),
  ];
  return (
    <FormDialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Match ${lineTitle(line)}`}
      description={line.text || line.references.join(" ") || "The line has no text."}
      verb="Match"
      ready={chosen.length > 0 && reason.trim().length >= SHORTEST_REASON}
      submit={submit}
    >
      {(errorOf) => (
        <>
          <Field label="Settlement or payout" error={errorOf("objects")}>
            <Input
              before={<Search className="size-3.5" aria-hidden />}
              placeholder="Id, reference or name"
              value={search}
              onValueChange={setSearch}
            />
          </Field>
          <Candidates line={line} offered={offered} chosen={chosen} onToggle={toggle} />
          <Difference line={line} chosen={chosen} />
          <ReasonField reason={reason} onChange={setReason} error={errorOf("reason")} />
        </>
      )}
    </FormDialog>
  );
}

function Candidates(props: {
  line: BankLineView;
  offered: readonly CandidateView[];
  chosen: readonly CandidateView[];
  onToggle: (one: CandidateView, isChosen: boolean) => void;
}) {
  const { line, offered, chosen, onToggle } = props;
  if (offered.length === 0) {
    return (
      <p className="text-13 text-ink-muted">
        Lines pay everything in this direction. Search by id for older ones.
      </p>
    );
  }
  return (
    <ul className="flex max-h-64 flex-col gap-2.5 overflow-y-auto rounded-base border border-line p-3">
      {offered.map((one) => (
        <li key={one.id}>
          <Checkbox
            checked={chosen.some(({ id }) => id === one.id)}
            onChange={(isChosen) => onToggle(one, isChosen)}
            label={
              <span className="tabular-nums">
                {moneyText(one.amount, one.currency)}
                {one.left !== one.amount && `, ${moneyText(one.left, one.currency)} open`} ·{" "}
                {kindLabel(one.kind)} of {dateText(one.day)}
                {one.name && ` · ${one.name}`}
              </span>
            }
            hint={
              <>
                <span className="break-all">{one.reference}</span>{" "}
                {findingLabel({ ...line, finding: one.difference }) ?? "Same amount."}
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** The difference between the chosen objects and the line; the reason should explain it. */
function Difference({ line, chosen }: { line: BankLineView; chosen: readonly CandidateView[] }) {
  if (chosen.length === 0) return null;
  const foreign = chosen.find(({ currency }) => currency !== line.currency);
  const sum = chosen.reduce((total, { left }) => total + BigInt(left), 0n);
  const difference = BigInt(line.amount) - sum;
  const text = foreign
    ? `The currencies differ: say at which rate.`
    : difference === 0n
      ? "The amounts agree."
      : `The amounts differ by ${moneyText(difference, line.currency)}: say why.`;
  return (
    <p role="status" className="text-13 text-ink-muted">
      {text}
    </p>
  );
}
