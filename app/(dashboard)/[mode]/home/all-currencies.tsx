import { periodFilter } from "#components/home/findings.ts";
import { periodWords } from "#components/home/period.ts";
import { Money } from "#components/money/money.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { SHOWN_AS_SUCCEEDED } from "#lib/kernel/vocabulary/payments.ts";
import { useSession } from "../../session.tsx";

/** The volume of the period in every currency, and their sum in the account's own one. */
export function AllCurrencies({ home }: { home: HomeView }) {
  const { mode } = useSession();
  const { converted } = home;
  if (!converted) return null;
  const paid = `status=${SHOWN_AS_SUCCEEDED.join(",")}&created=${periodFilter(home)}`;
  const { into, total, rows, rates } = converted;
  const without = rows.filter((row) => row.converted === null).map(({ code }) => code);
  return (
    <Section
      title={
        <>
          <Money amount={BigInt(total)} currency={into} /> in all currencies
        </>
      }
      note={`Volume ${periodWords(home)} at the rates of ${rates.date} (${rates.source})`}
    >
      <table className="w-full max-w-180 text-13 tabular-nums">
        <thead className="text-left text-12 text-ink-faint">
          <tr className="border-b border-line">
            <th className="py-1.5 font-medium">Currency</th>
            <th className="py-1.5 text-right font-medium">Volume</th>
            <th className="py-1.5 text-right font-medium">In {into}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, volume, converted: amount }) => (
            <tr key={code} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-medium">
                {code}
              </th>
              <td className="py-1.5 text-right">
                <TextLink inText href={`/${mode}/payments?${paid}&currency=${code}`}>
                  <Money amount={BigInt(volume)} currency={code} />
                </TextLink>
              </td>
              <td className="py-1.5 text-right text-ink-muted">
                {amount === null ? "no rate" : <Money amount={BigInt(amount)} currency={into} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {without.length > 0 && (
        <p className="mt-2 text-12 text-ink-faint">
          There is no rate for {without.join(", ")}: not in the total.
        </p>
      )}
    </Section>
  );
}
