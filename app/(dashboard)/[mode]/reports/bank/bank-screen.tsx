"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useMemo, useState } from "react";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { BankLineView, StatementListItemView } from "#lib/dashboard/views/bank-statements.ts";
import { useSession } from "../../../session.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { AddStatement } from "./add-statement.tsx";
import { bankColumns, type LineAction } from "./bank-columns.tsx";
import { BANK_FILTERS, bankRead, linesRead } from "./bank-reads.ts";
import { MissingTable } from "./missing-table.tsx";
import { SandboxStatement } from "./sandbox-statement.tsx";
import { StatementTable } from "./statement-table.tsx";

const MatchDialog = later(() => import("./match-dialog.tsx").then((part) => part.MatchDialog));
const ReasonDialog = later(() => import("./reason-dialog.tsx").then((part) => part.ReasonDialog));

export type Deciding =
  | { action: LineAction; line: BankLineView }
  | { action: "remove"; statement: StatementListItemView };

/** Bank statements, what their lines are about, and what is on none. */
export function BankScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(BANK_FILTERS);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const bank = useQuery(bankRead(mode));
  const query = useQuery({
    ...linesRead(mode, filters.values),
    placeholderData: keepPreviousData,
  });
  const mayDecide = session.may.includes("reconcile_bank");
  const columns = useMemo(
    () => bankColumns({ mode, mayDecide, onAct: (line, action) => setDeciding({ line, action }) }),
    [mode, mayDecide],
  );
  const close = () => setDeciding(null);
  return (
    <>
      <ListScreen
        title="Bank"
        note="Every line of your bank’s statements, matched with the settlements and payouts that Paydesk recorded."
        noun="bank lines"
        caption="Lines of bank statements, booked last first"
        path="/:mode/bank-lines"
        query={query}
        page={query.data}
        rows={query.data?.lines}
        columns={columns}
        filters={filters}
        expectedRows={6}
        actions={
          <>
            {mode === "test" && <SandboxStatement />}
            {mayDecide && Boolean(bank.data?.lines.open) && <MatchAgain />}
          </>
        }
        notice={
          <div className="mb-8 flex flex-col gap-8">
            {mayDecide && <AddStatement />}
            {bank.data && bank.data.total > 0 && (
              <StatementTable
                bank={bank.data}
                mode={mode}
                onRemove={
                  mayDecide
                    ? (statement) => setDeciding({ action: "remove", statement })
                    : undefined
                }
              />
            )}
          </div>
        }
        empty={<NoStatements mayDecide={mayDecide} />}
      >
        {bank.data && <MissingTable bank={bank.data} mode={mode} />}
      </ListScreen>
      {deciding?.action === "match" && <MatchDialog line={deciding.line} onClose={close} />}
      {deciding && deciding.action !== "match" && (
        <ReasonDialog deciding={deciding} onClose={close} />
      )}
    </>
  );
}

/** Objects can be recorded after the statement was added. */
function MatchAgain() {
  const { mode } = useSession();
  const queries = useQueryClient();
  const match = useMutation({
    mutationFn: () => client.post("/:mode/bank-statements/match", { mode }),
    onSuccess: async ({ matched }) => {
      await queries.invalidateQueries(readsUnder(`/${mode}/bank-`));
      toast.done(matched === 1 ? "1 line matched" : `${matched} lines matched`);
    },
    onError: (error) => toast.failed("The lines were not matched", { error }),
  });
  return (
    <Button
      loading={match.isPending}
      icon={<ListChecks className="size-3.5" aria-hidden />}
      onClick={() => match.mutate()}
    >
      Match open lines again
    </Button>
  );
}

function NoStatements({ mayDecide }: { mayDecide: boolean }) {
  const { mode } = useSession();
  return (
    <NothingYet
      noun="bank statements"
      teach={
        <ol className="list-decimal space-y-1.5 pl-5 text-14 text-ink-muted">
          <li>
            Download a statement from your bank, as camt.053, MT940 or CSV
            {mode === "test" && ", or the sandbox’s statement with the button above"}.
          </li>
          <li>
            {mayDecide ? "Drop it in above." : "An owner, admin or finance member adds it here."} It
            must add up: opening balance and lines are the closing balance.
          </li>
          <li>
            Lines are matched by reference, then by amount and value date. You decide about the
            rest, with a reason that stands in the audit log.
          </li>
        </ol>
      }
    >
      Each line of a statement is matched with the settlement or payout that it is about, so that
      you see what your bank has and Paydesk has not, and the other way round.
    </NothingYet>
  );
}
