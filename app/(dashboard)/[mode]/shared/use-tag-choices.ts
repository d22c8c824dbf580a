import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { FilterDef } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import { useSession } from "../../session.tsx";
import { TAG_FILTER } from "./tag-filter.ts";

const KINDS: Partial<Record<ListPath, AnnotatedKind>> = {
  "/:mode/payments": "payment",
  "/:mode/customers": "customer",
  "/:mode/disputes": "dispute",
  "/:mode/payouts": "payout",
};

/** The filters of a list with the account's own tags as choices, which are read when the filters are first reached. */
export function useTagChoices(path: ListPath, defs: readonly FilterDef[]) {
  const { mode } = useSession();
  const [isReached, setIsReached] = useState(false);
  const of = KINDS[path];
  const { data } = useQuery({
    ...read("/:mode/tags", { mode }, { of }),
    enabled: isReached && of !== undefined,
  });
  const withTags = useMemo(() => {
    if (!data) return defs;
    const choices = data.tags.map(({ tag, count }) => ({ value: tag, label: tag, count }));
    return defs.map((def) => (def.key === TAG_FILTER.key ? { ...def, choices } : def));
  }, [defs, data]);
  return { defs: withTags, onReach: () => setIsReached(true) };
}
