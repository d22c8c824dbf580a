import type { FilterDef } from "#components/filters/filters.ts";

/** `tag:vip`; several with commas find objects with one of them. */
export const TAG_FILTER: FilterDef<"tag"> = {
  key: "tag",
  label: "Tag",
  kind: "text",
  placeholder: "vip",
};
