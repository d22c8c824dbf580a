import { Money } from "../money/money.tsx";
import { dayOf } from "../time/format.ts";
import { useTimeFrame } from "../time/time-context.tsx";

type BillLine = {
  description: string;
  amount: string;
  proration: boolean;
  start: string;
  end: string;
};

/** The lines of an invoice with period and amount. */
export function BillLines(props: {
  caption: string;
  lines: readonly BillLine[];
  currency: string;
}) {
  const { caption, lines, currency } = props;
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {lines.map((line) => (
          <tr
            key={`${line.description} ${line.start} ${line.amount}`}
            className="border-b border-line last:border-b-0"
          >
            <td className="py-2 pr-4">
              {line.description}
              <span className="block text-12 text-ink-faint">
                <Period start={line.start} end={line.end} />
              </span>
            </td>
            <td className="py-2 text-right align-top">
              <Money amount={line.amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `12 Apr – 12 May 2026`, in the merchant's zone. */
function Period({ start, end }: { start: string; end: string }) {
  const { zone } = useTimeFrame();
  const day = (moment: string) => dayOf(new Date(moment), zone);
  return start === end ? day(start) : `${day(start)} – ${day(end)}`;
}
