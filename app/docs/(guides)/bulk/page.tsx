import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { MOST_BULK, MOST_BULK_CHOSEN } from "#lib/kernel/vocabulary/bulk.ts";
import { MOST_CHOSEN } from "#lib/kernel/vocabulary/lists.ts";
import { MOST_TRIES } from "#lib/kernel/vocabulary/row-jobs.ts";
import { MOST_REPLAYED_ROWS } from "../../bulk-limits.ts";
import { Lead, Part, type Row, Steps, Table } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Work with many rows · Guides" };

const figure = (count: number) => count.toLocaleString("en");

const SELECT = [
  "Press `x` on a row to select it, Shift and `x` to select up to there, or use the boxes. Rows of other pages stay selected.",
  "To take more than the rows on the page, filter the list, select one row, and choose “All … that match this filter”. The server finds the rows again when the action starts.",
  "Choose the action in the bar below the list.",
];

const LIMITS: readonly Row[] = [
  ["Tag, refund", `${figure(MOST_BULK_CHOSEN)} selected rows, or ${figure(MOST_BULK)} by filter`],
  ["Export", `${figure(MOST_CHOSEN)} selected rows, or all that match the filters`],
  ["Replay", `${figure(MOST_REPLAYED_ROWS)} selected deliveries, or any number within a period`],
];

const ROLES: readonly Row[] = [
  ["Tag", "Every role except read-only"],
  ["Refund", "Owners, admins and support, each up to the refund limit of the role"],
  ["Export", "Every role except read-only"],
  ["Replay", "Owners, admins and developers"],
];

const RESULTS: readonly Row[] = [
  ["Waiting", "Its turn has not come."],
  ["Under way", "The refund was sent and its outcome is not known yet."],
  ["Done", "The tag was changed, or the refund was created. A refund is linked."],
  ["Unchanged", "It had the tag already, or did not have the one to remove."],
  ["Refused", "The reason is beside it, for instance that nothing is left to refund."],
  ["Failed", `An unexpected error stopped it ${MOST_TRIES} times. It is not tried again.`],
];

const ROLE_LOST =
  "The action runs as you. Your role and refund limit are read again while it runs: if you lose the permission, the rest is refused.";

const UNDO =
  "Undo takes a tag back from the objects that the action changed. Those that had the tag before keep it. Each action can be undone once. " +
  "Refunds cannot be undone: the money is on its way to the payer.";

const STOP =
  "Stop ends an action early. Objects in progress are finished, because a refund may be on its way; all others stay as they are.";

export default function BulkGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Work with many rows</h1>
      <Lead>
        Lists of the dashboard act on many objects at once: payments, customers, disputes and
        payouts can be tagged, payments refunded, every list exported, and deliveries replayed.
      </Lead>
      <Part id="select" title="Select rows">
        <Lead>
          The boxes and the bar are there for members whose role may act on the rows of the list.
        </Lead>
        <Steps>{SELECT}</Steps>
      </Part>
      <Part id="limits" title="Limits">
        <Lead>The most rows that one action takes:</Lead>
        <Table title="Most rows of one action" rows={LIMITS} />
        <Lead>The roles that may:</Lead>
        <Table title="Who may" rows={ROLES} />
      </Part>
      <Part id="tag" title="Tag">
        <Lead>
          Adds one tag to every object, or removes one. Tags in use are offered; a new one is made
          by typing it. Filter a list by `tag:vip` to find the objects again. Tags belong to your
          team: the API does not have them.
        </Lead>
      </Part>
      <Part id="refund" title="Refund">
        <Lead>
          Refunds the whole amount that remains of each payment. Before it starts, you see how many
          payments can be refunded, how much per currency, and why others cannot. These amounts are
          fixed: a payment that is refunded elsewhere meanwhile is refused, never refunded twice. In
          live mode you confirm with the account's name, and that it is you.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/api/refunds">Refunds in the API</TextLink>
        </p>
      </Part>
      <Part id="results" title="Progress and results">
        <Lead>
          Tagging and refunding run in the background on a page of their own. You can leave it; its
          address stays valid. Every object has one result:
        </Lead>
        <Table title="Results of an object" rows={RESULTS} />
        <Lead>{ROLE_LOST}</Lead>
      </Part>
      <Part id="undo" title="Undo and stop">
        <Lead>{UNDO}</Lead>
        <Lead>{STOP}</Lead>
      </Part>
      <Part id="export" title="Export">
        <Lead>
          Download writes the selected rows as CSV with the columns that are shown. The download
          button above a list writes all rows that match its filters, also those of other pages.
          Amounts are decimal and times are in UTC. The audit log records each download.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/reports">Reports, for whole months</TextLink>
        </p>
      </Part>
      <Part id="replay" title="Replay">
        <Lead>
          Replaying selected deliveries sends each again at once, as a new delivery with the same
          event id. Those that cannot be sent are named with the reason. For a period, “Replay
          these” opens a preview with the filters of the list: it counts the deliveries per
          endpoint, sends five first, and the rest when those arrive. It can be paused and canceled.
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/webhooks#retries">Replay missed events</TextLink>
        </p>
      </Part>
    </>
  );
}
