"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { countText } from "#components/format/locale.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementBooksView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";

/** Compares the settlement's net with its rows and with the ledger, each time the page is opened. */
export function BooksLine({ id, currency }: { id: string; currency: string }) {
  const { mode } = useSession();
  const { data: books, error } = useQuery(read("/:mode/settlements/:id/books", { mode, id }));
  if (error) {
    return (
      <p className="mt-3 text-13 text-ink-muted">
        The books could not be compared. Reload the page to try again.
      </p>
    );
  }
  if (!books)
    return <p className="mt-3 min-h-10 text-13 text-ink-faint sm:min-h-5">Comparing the books …</p>;
  if (!books.agree) return <Disagreement books={books} currency={currency} />;
  return (
    <p className="mt-3 flex items-start gap-1.5 text-13 text-ink-muted">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-positive" aria-hidden />
      <span>
        <span className="font-medium text-ink">net = rows = ledger</span>:{" "}
        <Money amount={books.net} currency={currency} /> in the settlement, in its{" "}
        {countText(books.rowCount)} {books.rowCount === 1 ? "row" : "rows"} and in the ledger, to
        the minor unit
      </span>
    </p>
  );
}

function Disagreement({ books, currency }: { books: SettlementBooksView; currency: string }) {
  return (
    <div className="mt-3">
      <Banner
        tone="negative"
        title="The books disagree. Contact us before you rely on these figures"
      >
        Settlement {moneyText(books.net, currency)}, its {books.rowCount} rows{" "}
        {moneyText(books.rows, currency)}, the ledger behind them{" "}
        {moneyText(books.ledger, currency)}, taken from the balance{" "}
        {moneyText(books.swept, currency)}.
      </Banner>
    </div>
  );
}
