import type { entryList, settledEntryList, settlementList } from "./balance.ts";
import type { bankLineList } from "./bank-statements.ts";
import type { invoiceList, planList, subscriptionList } from "./billing.ts";
import type { correctionList } from "./closings.ts";
import type { customerList, mandateList } from "./customers.ts";
import type { downloadList } from "./downloads.ts";
import type { ColumnIds } from "./list.ts";
import type { requestList } from "./logs.ts";
import type { disputeList, paymentList, refundList } from "./payments.ts";

import type { batchList, payoutList } from "./payouts.ts";
import type { auditList, keyList, mailList, memberList } from "./people.ts";

import type { deliveryList, endpointList, eventList, replayList } from "./webhooks.ts";

type Lists = {
  payments: typeof paymentList;
  refunds: typeof refundList;
  disputes: typeof disputeList;
  customers: typeof customerList;
  mandates: typeof mandateList;
  plans: typeof planList;
  subscriptions: typeof subscriptionList;
  invoices: typeof invoiceList;
  payouts: typeof payoutList;
  "payout-batches": typeof batchList;
  balance: typeof entryList;
  settlements: typeof settlementList;
  settledEntries: typeof settledEntryList;
  bankLines: typeof bankLineList;
  downloads: typeof downloadList;
  corrections: typeof correctionList;
  deliveries: typeof deliveryList;
  events: typeof eventList;
  endpoints: typeof endpointList;
  replays: typeof replayList;
  logs: typeof requestList;
  keys: typeof keyList;
  team: typeof memberList;
  audit: typeof auditList;
  notifications: typeof mailList;
};

/** The columns of a list in its CSV file. The compiler requires the same ones of its screen. */
export type ListColumn<Name extends keyof Lists> = ColumnIds<Lists[Name]>;
