import { Money, moneyText } from "#components/money/money.tsx";
import { Stat } from "#components/ui/stat.tsx";
import type { CustomerView } from "#lib/dashboard/views/customers.ts";

/** What a customer paid and kept paid, one figure per currency, never added up across them. */
export function CustomerTotals({ totals }: { totals: CustomerView["totals"] }) {
  return (
    <div className="flex flex-wrap gap-x-12 gap-y-5">
      {totals.map((total) => (
        <Stat
          key={total.currency}
          label={`Paid in ${total.currency}`}
          value={
            <Money
              amount={BigInt(total.paid) - BigInt(total.refunded)}
              currency={total.currency}
              large
            />
          }
          note={noteOf(total)}
        />
      ))}
    </div>
  );
}

function noteOf({ succeeded, failed, refunded, currency }: CustomerView["totals"][number]) {
  return [
    `${succeeded.toLocaleString("en")} succeeded`,
    failed > 0 && `${failed.toLocaleString("en")} failed`,
    BigInt(refunded) > 0n && `${moneyText(refunded, currency)} given back`,
  ]
    .filter(Boolean)
    .join(" · ");
}
