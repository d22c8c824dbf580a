import { Money } from "#components/money/money.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { BalanceView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../session.tsx";
import { ArrivalDay } from "../settlements/arrival-day.tsx";

const CELL =
  "py-3 text-right align-baseline tabular-nums max-xl:flex max-xl:justify-between max-xl:py-1";
const HEAD = "pb-1 text-right text-12 font-medium text-ink-faint";

type Funds = BalanceView["currencies"][number];

/** Where the money is, per currency. Currencies are never added up. */
export function FundsTable({ funds }: { funds: readonly Funds[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as blocks on a narrow screen it would lose its role.
    <table role="table" className="w-full max-xl:block xl:table-fixed">
      <caption className="sr-only">Your funds, per currency</caption>
      <thead className="max-xl:sr-only">
        <tr className="border-b border-line">
          <th scope="col" className="w-24 pb-1 text-left text-12 font-medium text-ink-faint">
            Currency
          </th>
          <th scope="col" className={HEAD}>
            Pending
          </th>
          <th scope="col" className={HEAD}>
            Available
          </th>
          <th scope="col" className={HEAD}>
            On its way to your bank
          </th>

          <th scope="col" className={HEAD}>
            Next arrival
          </th>
          <th scope="col" className={HEAD}>
            For payouts
          </th>
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {funds.map((one) => (
          <FundsRow key={one.currency} funds={one} />
        ))}
      </tbody>
    </table>
  );
}

function FundsRow({ funds }: { funds: Funds }) {
  const { mode } = useSession();
  const { currency, pending, available, payouts, inTransit } = funds;
  const list = `/${mode}/balance?currency=${currency}`;
  return (
    <tr className="border-b border-line max-xl:block max-xl:py-3">
      <th scope="row" className="py-3 text-left text-14 font-semibold max-xl:block max-xl:py-0">
        {currency}
      </th>
      <td className={CELL}>
        <Label>Pending</Label>
        <Sum amount={pending} currency={currency} href={`${list}&place=pending`} />
      </td>
      <td className={CELL}>
        <Label>Available</Label>
        <Sum amount={available} currency={currency} href={`${list}&place=available`} />
      </td>
      <td className={CELL}>
        <Label>On its way</Label>
        <Sum
          amount={inTransit?.amount ?? "0"}
          currency={currency}
          href={`/${mode}/settlements?status=scheduled&currency=${currency}`}
        />
      </td>
      <td className={CELL}>
        <Label>Next arrival</Label>
        {inTransit ? (
          <span className="text-13">
            <ArrivalDay day={inTransit.nextArrival} status="scheduled" />
          </span>
        ) : (
          <span className="text-13 text-ink-faint">None scheduled</span>
        )}
      </td>
      <td className={CELL}>
        <Label>For payouts</Label>
        <Sum amount={payouts} currency={currency} href={`/${mode}/payouts?currency=${currency}`} />
      </td>
    </tr>
  );
}

function Label({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-13 text-ink-faint xl:hidden">
      {children}
    </span>
  );
}

function Sum(props: { amount: string; currency: string; href: string }) {
  const { amount, currency, href } = props;
  if (amount === "0") return <span className="text-16 text-ink-faint">0</span>;
  return (
    <TextLink href={href} className="text-16 font-semibold text-ink! xl:text-20">
      <Money amount={amount} currency={currency} />
    </TextLink>
  );
}
