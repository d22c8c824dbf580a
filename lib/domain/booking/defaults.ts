import type {
  BookingAccount,
  DatevChart,
  JournalLayout,
  JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";

type Accounts = Readonly<Record<BookingAccount, string>>;

/**
 * DATEV's charts SKR03 and SKR04. None of these accounts computes tax by itself (8400 and 4400 would): clearing accounts
 * (1590, 1370), cash in transit (1360, 1460), costs of payments (4970, 6855), bad debts (2400, 6930), and spare bank accounts
 * for the two balances (1250 and 1240, 1850 and 1840).
 */
const CHARTS: Readonly<Record<Exclude<DatevChart, "other">, Accounts>> = {
  skr03: accountsOf({
    balance: "1250",
    clearing: "1590",
    chargebacks: "2400",
    fees: "4970",
    transit: "1360",
    payouts: "1240",
  }),
  skr04: accountsOf({
    balance: "1850",
    clearing: "1370",
    chargebacks: "6930",
    fees: "6855",
    transit: "1460",
    payouts: "1840",
  }),
};

function accountsOf(numbers: {
  balance: string;
  clearing: string;
  chargebacks: string;
  fees: string;
  transit: string;
  payouts: string;
}): Accounts {
  const { balance, clearing, chargebacks, fees, transit, payouts } = numbers;
  return {
    balance,
    sales: clearing,
    refunds: clearing,
    chargebacks,
    interchange_fees: fees,
    scheme_fees: fees,
    markup_fees: fees,
    commission_fees: fees,
    dispute_fees: fees,
    bank_transit: transit,
    payout_balance: payouts,
    payouts_in_transit: transit,
    payouts: clearing,
  };
}

/** Xero's default chart has 404 (bank fees); journals cannot post to its bank accounts, so the others are to be created. */
const XERO: Accounts = {
  balance: "615",
  sales: "616",
  refunds: "616",
  chargebacks: "405",
  interchange_fees: "404",
  scheme_fees: "404",
  markup_fees: "404",
  commission_fees: "404",
  dispute_fees: "404",
  bank_transit: "617",
  payout_balance: "618",
  payouts_in_transit: "619",
  payouts: "620",
};

const QUICKBOOKS: Accounts = {
  balance: "Paydesk balance",
  sales: "Sales clearing",
  refunds: "Sales clearing",
  chargebacks: "Chargebacks",
  interchange_fees: "Merchant account fees",
  scheme_fees: "Merchant account fees",
  markup_fees: "Merchant account fees",
  commission_fees: "Merchant account fees",
  dispute_fees: "Merchant account fees",
  bank_transit: "Bank transit",
  payout_balance: "Paydesk payout balance",
  payouts_in_transit: "Payouts in transit",
  payouts: "Payouts clearing",
};

/** The accounts of a standard chart. */
export const accountsOfChart = (chart: Exclude<DatevChart, "other">): Accounts => CHARTS[chart];

/** The settings of a program before anybody changes them. */
export const DEFAULT_SETTINGS: Readonly<Record<JournalLayout, JournalSettings>> = {
  datev: {
    accounts: CHARTS.skr03,
    datev: { chart: "skr03", consultant: 1_001, client: 1, fiscalYearStart: 1 },
    taxRate: null,
  },
  xero: { accounts: XERO, datev: null, taxRate: "Tax Exempt" },
  quickbooks: { accounts: QUICKBOOKS, datev: null, taxRate: null },
};
