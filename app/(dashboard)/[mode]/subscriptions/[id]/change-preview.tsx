import { BillLines } from "#components/billing/bill-lines.tsx";
import { Money } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { cx } from "#components/ui/cx.ts";
import type { ChangePreviewView } from "#lib/dashboard/views/billing.ts";

/** Exactly what confirming invoices: now, and on the next invoice. */
export function ChangePreview({ preview, stale }: { preview: ChangePreviewView; stale: boolean }) {
  const { now, next, currency } = preview;
  return (
    <div className={cx("flex flex-col gap-5 transition-opacity", stale && "opacity-50")}>
      <div aria-live="polite">
        <p className="text-13 text-ink-muted">Charged when you confirm</p>
        <p className="text-28 font-semibold">
          <Money amount={now?.amountDue ?? "0"} currency={currency} large />
        </p>
      </div>
      {now && <BillLines caption="Charged now" lines={now.lines} currency={currency} />}
      {next && (
        <div>
          <p className="mb-2 text-13">
            <span className="text-ink-muted">Next invoice, </span>
            <Timestamp value={next.at} />
            <span className="text-ink-muted">: </span>
            <Money amount={next.amountDue} currency={currency} className="font-semibold" />
          </p>
          <BillLines caption="The next invoice" lines={next.lines} currency={currency} />
        </div>
      )}
    </div>
  );
}
