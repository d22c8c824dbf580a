import { Money } from "#components/money/money.tsx";
import { bpText, costBp, type Sums, sumOf } from "#components/settlements/figures.ts";
import { Section } from "#components/ui/section.tsx";
import type { SettlementReportView } from "#lib/dashboard/client.ts";

const PARTS = [
  { key: "interchange", label: "Interchange", hint: "to the issuers" },
  { key: "schemeFee", label: "Scheme fees", hint: "to the card schemes" },
  { key: "markup", label: "Markup", hint: "to the acquirer" },
  { key: "commission", label: "Commission", hint: "methods but cards" },
  { key: "fees", label: "All fees", hint: "" },
] as const satisfies readonly { key: keyof Sums; label: string; hint: string }[];

/** Who got the fees. */
export function FeeTable({ report }: { report: SettlementReportView }) {
  const sums = sumOf(report.days);
  return (
    <Section title="Who got the fees" note={`${report.currency}, over the period`}>
      <table className="w-full text-13">
        <caption className="sr-only">Fees by part</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Of gross</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map(({ key, label, hint }) => {
            const cost = costBp(sums[key], sums.gross);
            return (
              <tr
                key={key}
                className="border-b border-line last:border-b-0 last:font-semibold [&>*]:py-2"
              >
                <th scope="row" className="text-left font-[inherit]">
                  {label}
                  {hint && <span className="block text-12 font-normal text-ink-faint">{hint}</span>}
                </th>
                <td className="pl-3 text-right align-baseline text-12 whitespace-nowrap text-ink-faint tabular-nums">
                  {cost === null ? "" : bpText(cost)}
                </td>
                <td className="pl-3 text-right align-baseline">
                  <Money amount={sums[key]} currency={report.currency} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}
