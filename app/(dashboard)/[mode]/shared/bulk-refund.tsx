"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { REFUND_REASON_CHOICES } from "#components/payments/labels.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { type Choice, Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { RefundReason } from "#lib/kernel/vocabulary/refunds.ts";
import { useSession } from "../../session.tsx";
import type { Chosen } from "./bulk-actions.tsx";
import { useAttempt } from "./use-attempt.ts";

const NO_REASON = "none";
const REASONS: readonly Choice<RefundReason | typeof NO_REASON>[] = [
  { value: NO_REASON, label: "No reason" },
  ...REFUND_REASON_CHOICES,
];

const payments = (count: number) => `${countText(count)} ${count === 1 ? "payment" : "payments"}`;

/** Says how many payments are refunded, how much per currency, and which are not and why; then starts the job. */
export function BulkRefund({ chosen, count }: { chosen: Chosen; count: number }) {
  const { mode, session } = useSession();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<RefundReason | typeof NO_REASON>("requested_by_customer");
  const once = useAttempt();
  const { data, error } = useQuery({
    queryKey: ["bulk-refund", mode, chosen],
    queryFn: () => client.post("/:mode/bulk-refunds/preview", { mode }, { chosen }),
    // The sums at the time of the question.
    staleTime: 0,
    gcTime: 0,
    enabled: open,
  });
  const able = data?.refundable.reduce((sum, one) => sum + one.count, 0) ?? 0;
  const sums = data?.refundable
    .map(({ amount, currency }) => moneyText(amount, currency))
    .join(", ");
  const confirm = async () => {
    if (able === 0) throw new Error("None of these payments can be refunded now.");
    const job = { chosen, reason: reason === NO_REASON ? null : reason };
    const { jobId } = await once(job, (attempt) =>
      client.post("/:mode/bulk-refunds", { mode }, { ...job, attempt }),
    );
    router.push(`/${mode}/bulk/${jobId}`);
  };
  return (
    <ConfirmDialog
      title={`Refund ${payments(count)}?`}
      open={open}
      onOpenChange={setOpen}
      verb={able > 0 ? `Refund ${payments(able)}` : "Refund"}
      {...(mode === "live" ? { typeToConfirm: session.account.name } : {})}
      touches="The whole remaining amount of each payment is refunded to its payer. This cannot be undone."
      onConfirm={confirm}
      trigger={
        <Button size="small" icon={<RotateCcw className="size-3.5" aria-hidden />}>
          Refund {countText(count)}
        </Button>
      }
    >
      {error && <ErrorBanner error={error} />}
      {!error && !data && <Skeleton className="h-16 w-full" />}
      {data && (
        <>
          <p className="text-14">
            <span className="font-semibold">
              {able > 0 ? `${payments(able)}, ${sums}` : "No payment"}
            </span>{" "}
            can be refunded.
          </p>
          {data.refused.length > 0 && (
            <ul aria-label="Not refunded" className="flex flex-col gap-1 text-13 text-ink-muted">
              {data.refused.map((one) => (
                <li key={one.reason}>
                  {payments(one.count)}: {one.reason}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Field label="Reason">
        <Select choices={REASONS} value={reason} onChange={setReason} />
      </Field>
    </ConfirmDialog>
  );
}
