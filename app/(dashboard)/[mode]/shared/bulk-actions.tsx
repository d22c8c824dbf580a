"use client";

import { useMutation } from "@tanstack/react-query";
import { Tag, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { client } from "#lib/dashboard/client.ts";
import { MOST_BULK_CHOSEN } from "#lib/kernel/vocabulary/bulk.ts";
import { useSession } from "../../session.tsx";
import { BulkRefund } from "./bulk-refund.tsx";
import { TagForm } from "./tag-form.tsx";
import { useAttempt } from "./use-attempt.ts";

export type BulkList = "payments" | "customers" | "disputes" | "payouts";
export type Chosen = { ids: string[] } | { filter: Record<string, string> };

export type BulkActionsProps = {
  list: BulkList;
  ids: readonly string[];
  /** The filters of the list without cursors, and how many rows match. */
  filter: Readonly<Record<string, string | undefined>>;
  total: number | undefined;
};

const NOUNS = {
  payments: "payment",
  customers: "customer",
  disputes: "dispute",
  payouts: "payout",
} as const;

/** Tags or refunds the chosen rows, or all that match the filter, as a job with a page of its own. */
export function BulkActions({ list, ids, filter, total }: BulkActionsProps) {
  const { session } = useSession();
  const [isAll, setAll] = useState(false);
  const count = isAll ? (total ?? ids.length) : ids.length;
  const chosen: Chosen = isAll ? { filter: setOf(filter) } : { ids: [...ids] };
  const mayAll = total !== undefined && total > ids.length;
  if (!session.may.includes("annotate")) return null;
  if (!isAll && ids.length > MOST_BULK_CHOSEN) {
    return (
      <span className="text-12 text-ink-muted">Actions take at most {MOST_BULK_CHOSEN} rows.</span>
    );
  }
  return (
    <>
      {mayAll && (
        <Button size="small" variant="quiet" onClick={() => setAll(!isAll)}>
          {isAll
            ? `Only the ${countText(ids.length)} selected`
            : `All ${countText(total)} that match this filter`}
        </Button>
      )}
      <BulkTag {...{ list, chosen, count }} />
      {list === "payments" && session.may.includes("refund") && (
        <BulkRefund {...{ chosen, count }} />
      )}
    </>
  );
}

const setOf = (filter: BulkActionsProps["filter"]) =>
  Object.fromEntries(
    Object.entries(filter).filter((one): one is [string, string] => Boolean(one[1])),
  );

type TagProps = { list: BulkList; chosen: Chosen; count: number };

function BulkTag({ list, chosen, count }: TagProps) {
  const { mode } = useSession();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [removes, setRemoves] = useState(false);
  const once = useAttempt();
  const start = useMutation({
    mutationFn: (tag: string) => {
      const change = removes ? { remove: tag } : { add: tag };
      const job = { list, chosen, change };
      return once(job, (attempt) => client.post("/:mode/bulk-tags", { mode }, { ...job, attempt }));
    },
    onSuccess: ({ jobId }) => router.push(`/${mode}/bulk/${jobId}`),
  });
  return (
    <Popover
      title={`${removes ? "Remove a tag from" : "Tag"} ${countText(count)} ${count === 1 ? NOUNS[list] : list}`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" icon={<Tag className="size-3.5" aria-hidden />}>
          Tag {countText(count)}
        </Button>
      }
    >
      <TagForm
        noun={NOUNS[list]}
        verb={removes ? "Remove" : "Add"}
        error={start.error?.message}
        onTag={(tag) => start.mutate(tag)}
      />
      <Button
        size="small"
        variant="quiet"
        className="mt-1"
        icon={<Undo2 className="size-3.5" aria-hidden />}
        onClick={() => setRemoves(!removes)}
      >
        {removes ? "Add a tag instead" : "Remove a tag instead"}
      </Button>
    </Popover>
  );
}
