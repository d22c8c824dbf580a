import { brandName, codeLabel, exemptionLabel, scaLabel } from "#components/payments/labels.ts";
import {
  countryColumn,
  idColumn,
  moneyColumn,
  textColumn,
  timeColumn,
} from "../shared/optional-columns.tsx";
import { type PaymentColumn, USUAL_PAYMENT_COLUMNS } from "./payment-columns.tsx";

const OPTIONAL: readonly PaymentColumn[] = [
  textColumn("email", "E-mail", { of: (row) => row.customer?.email ?? null, width: "w-48" }),
  moneyColumn("net", "Net"),
  moneyColumn("fees", "Fees"),
  moneyColumn("captured", "Captured"),
  moneyColumn("refunded", "Refunded", { of: (row) => row.amountRefunded }),
  textColumn("network", "Card network", { label: brandName }),
  textColumn("issuer", "Issuer", { width: "w-44" }),
  countryColumn("issuerCountry", "Card country"),
  textColumn("bin", "BIN", { width: "w-24" }),
  textColumn("funding", "Funding", { label: codeLabel, width: "w-28" }),
  textColumn("sca", "Authentication", { label: (sca) => scaLabel(sca).word }),
  textColumn("eci", "ECI", { width: "w-20" }),
  textColumn("liability", "Liable for fraud", { label: codeLabel }),
  textColumn("addressCheck", "Address check", { label: codeLabel }),
  textColumn("codeCheck", "Security code", { label: codeLabel }),
  textColumn("arn", "ARN", { width: "w-52" }),
  textColumn("exemption", "Exemption", { label: exemptionLabel }),
  textColumn("captureMode", "Capture", { label: codeLabel, width: "w-28" }),
  textColumn("descriptor", "Statement text"),
  textColumn("networkCode", "Network code", { width: "w-32" }),
  textColumn("advice", "Network advice", { label: codeLabel, width: "w-44" }),
  idColumn("subscription", "Subscription"),
  idColumn("invoice", "Invoice"),
  idColumn("mandate", "Mandate"),
  idColumn("settlement", "Settlement"),
  idColumn("retryOf", "Retry of"),
  textColumn("tags", "Tags"),
  timeColumn("updated", "Updated"),
];

/** Every column of the list of payments. Other screens show a few of the usual ones and do not load this. */
export const PAYMENT_COLUMNS: readonly PaymentColumn[] = [...USUAL_PAYMENT_COLUMNS, ...OPTIONAL];
