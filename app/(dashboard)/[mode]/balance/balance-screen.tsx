"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { longDay } from "#components/home/days.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { shortMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { BalanceView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../session.tsx";
import { List } from "../shared/list-screen.tsx";
import { balanceColumns, entryHref } from "./entry-columns.tsx";
import { ENTRY_FILTERS } from "./entry-filters.ts";
import { FundsTable } from "./funds.tsx";

/** Only in an empty list. */
const NoSettlements = later(() =>
  import("../settlements/no-settlements.tsx").then(({ NoSettlements }) => NoSettlements),
);

const TopUp = later(
  () => import("./top-up.tsx").then(({ TopUp }) => TopUp),
  <Button disabled>Top up for payouts</Button>,
);
const AddMoney = later(
  () => import("./add-money.tsx").then(({ AddMoney }) => AddMoney),
  <Button disabled>Add money for payouts</Button>,
);

/** The merchant's funds per currency, the next settlements, and every balance transaction. */
export function BalanceScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(ENTRY_FILTERS);
  const query = useQuery({
    ...read("/:mode/balance", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(
    useMemo(() => balanceColumns(mode), [mode]),
    "balance",
  );
  const balance = query.data;
  return (
    <>
      <PageHeader
        title="Balance"
        note={balance && balance.total > 0 && <CutOffNote balance={balance} />}
        actions={
          <>
            {mode === "live" && <AddMoney />}
            {mode === "test" && session.may.includes("pay_out") && <TopUp />}
          </>
        }
      />
      {balance && balance.currencies.length > 0 && (
        <div className="pb-8">
          <FundsTable funds={balance.currencies} />
        </div>
      )}
      <List
        noun="balance transactions"
        path="/:mode/balance"
        query={query}
        page={balance}
        rows={balance?.entries}
        columns={columns}
        filters={filters}
        rowHref={(row) => entryHref(mode, row)}
        wrap={(list) => <Section title={<Transactions total={balance?.total} />}>{list}</Section>}
        empty={<NoSettlements />}
      />
    </>
  );
}

function Transactions({ total }: { total: number | undefined }) {
  return (
    <>
      Transactions{" "}
      {total !== undefined && (
        <span className="font-normal text-ink-faint tabular-nums">{countText(total)}</span>
      )}
    </>
  );
}

function CutOffNote({ balance }: { balance: BalanceView }) {
  const { zone, present } = useTimeFrame();
  const cutOff = shortMoment(new Date(balance.nextCutOff), zone, present);
  return `Funds that are pending at ${cutOff} (00:00 UTC) become a settlement then, which arrives on ${longDay(balance.nextArrival)}. A negative sum is carried over.`;
}
