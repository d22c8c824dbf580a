import type { FilterDef } from "#components/filters/filters.ts";
import { countryName } from "#components/payments/labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { TAG_FILTER } from "../shared/tag-filter.ts";

/** Countries where merchants can be, and so most of their customers. */
const COUNTRIES =
  "AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO NZ PL PT RO SE SI SK US"
    .split(" ")
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));

export const CUSTOMER_FILTERS: readonly FilterDef<ListNames<"/:mode/customers">>[] = [
  { key: "q", label: "Search customers", kind: "search", placeholder: "Name, e-mail or id" },
  { key: "country", label: "Country", kind: "choice", many: true, choices: COUNTRIES },
  { key: "created", label: "Created", kind: "period" },
  TAG_FILTER,
];
