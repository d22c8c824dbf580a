import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { countText, isTyped } from "#components/format/locale.ts";
import { moneyText, wireMoneyText } from "#components/money/money.tsx";
import { countOf, formatName } from "#components/payouts/labels.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { BatchPreviewView } from "#lib/dashboard/views/payouts.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { BatchErrors } from "../batch-errors.tsx";
import { BatchRows } from "./batch-rows.tsx";
import type { BatchFile } from "./new-batch-screen.tsx";

type Props = { batch: BatchPreviewView; chosen: BatchFile; onBack: () => void };

/** Totals of a file, and every row that it does not pay. In live mode the person types the sum to confirm. */
export function ReviewBatch({ batch, chosen, onBack }: Props) {
  const { mode } = useSession();
  const [typed, setTyped] = useState("");
  const { accepted, rejected, currency } = batch;
  const wire = currency ? wireMoneyText(batch.acceptedTotal, currency) : "nothing";
  const pay = usePay(chosen, mode === "live" ? { typed: wire } : {});
  const sum = currency ? moneyText(batch.acceptedTotal, currency) : "nothing";
  const ready = accepted > 0 && (mode === "test" || isTyped(typed, sum));
  return (
    <form
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) pay.mutate();
      }}
    >
      <p className="text-13 text-ink-muted">
        {chosen.name}, read as {formatName(chosen.format)}. Nothing is sent yet.
      </p>
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 min-[30rem]:grid-cols-2 sm:grid-cols-4">
        <Stat label="Will be sent" value={accepted > 0 ? sum : "Nothing"} />
        <Stat label="Payouts" value={countText(accepted)} />
        <Stat label="Not accepted" value={countText(rejected)} note="rows of the file" />
        <Stat label="In the file" value={currency ? moneyText(batch.total, currency) : "0"} />
      </div>
      <BatchErrors batch={batch} />
      <BatchRows batch={batch} />
      {accepted === 0 && (
        <Banner tone="negative" title="Nothing in this file can be paid">
          Correct the errors above and choose the file again.
        </Banner>
      )}
      {mode === "live" && accepted > 0 && (
        <Field
          label={`Type ${sum} to send it`}
          hint="This moves real money."
          className="max-w-dialog"
        >
          <Input mono autoComplete="off" value={typed} onValueChange={setTyped} />
        </Field>
      )}
      {pay.error && <ErrorBanner error={pay.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          loading={pay.isPending || pay.isSuccess}
          disabled={!ready}
        >
          Send {countOf(accepted, "payout")}
        </Button>
        <Button onClick={onBack} disabled={pay.isPending}>
          Choose another file
        </Button>
      </div>
    </form>
  );
}

function usePay({ file, format }: BatchFile, confirmation: { typed?: string }) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const once = useAttempt();
  return useMutation({
    mutationFn: () =>
      once([file, format, confirmation], (attempt) =>
        client.post("/:mode/payout-batches", { mode }, { file, format, attempt, ...confirmation }),
      ),
    onSuccess: async (made) => {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
      router.push(`/${mode}/batches/${made.id}`);
    },
  });
}
