"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { NOTIFICATION_COLUMNS, NOTIFICATION_FILTERS } from "./notification-list.tsx";

/** E-mails to the account's members, sent or kept, and the switch of the weekly one. */
export function NotificationsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(NOTIFICATION_FILTERS);
  const columns = useColumns(NOTIFICATION_COLUMNS);
  const query = useQuery({
    ...read("/notifications", {}, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <ListScreen
      title="Notifications"
      noun="notifications"
      path="/notifications"
      query={query}
      page={list}
      rows={list?.notifications}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/settings/notifications/${row.id}`}
      note="E-mails to the account's members, of test and live mode. Kept for 90 days."
      notice={
        list && (
          <>
            {!list.hasMailServer && <NoMailServer />}
            <WeeklyMail active={list.weeklyMail} />
          </>
        )
      }
      empty={
        <NothingYet noun="notifications" ofBothModes>
          E-mails of alert rules, for example when an endpoint has failed for 24 hours, and about
          signing in and the team are listed here with their text.
        </NothingYet>
      }
    />
  );
}

/** Switches the weekly e-mail for the whole account. */
function WeeklyMail({ active }: { active: boolean }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (next: boolean) => client.post("/notifications/weekly", {}, { active: next }),
    onSettled: () => queries.invalidateQueries(readsUnder("/notifications")),
  });
  return (
    <div className="mb-4 max-w-xl">
      <Switch
        label="Weekly figures of live mode"
        hint="An e-mail to owners, admins and finance members every Monday, in the account's time zone, after a week with payments or transfers."
        checked={active}
        onChange={mutate}
        disabled={isPending || !session.may.includes("manage_account")}
      />
    </div>
  );
}

function NoMailServer() {
  return (
    <div className="mb-4">
      <Banner>
        No mail server is set up, so messages stay here instead of being sent. Set{" "}
        <code className="font-mono text-12">SMTP_URL</code> and restart to send new ones.
      </Banner>
    </div>
  );
}
