import type { FilterDef } from "#components/filters/filters.ts";
import { TAG } from "#lib/kernel/vocabulary/annotations.ts";

/** `tag:vip`; several with commas find objects with one of them. The list offers the account's own tags (`useTagChoices`);
 *  any other is valid too, because only the most used are offered. */
export const TAG_FILTER: FilterDef<"tag"> = {
  key: "tag",
  label: "Tag",
  kind: "choice",
  many: true,
  verbatim: true,
  open: TAG,
  choices: [],
};
