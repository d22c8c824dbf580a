"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { favouritePlaces } from "#components/frame/favourites.ts";
import { Frame } from "#components/frame/frame.tsx";
import { placesOf } from "#components/frame/navigation.ts";
import type { FrameProps } from "#components/frame/session.ts";
import { forgetLists } from "#components/table/opened-lists.ts";
import { later } from "#components/ui/later.tsx";
import { Neighbours } from "#components/ui/page-header.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { signOut } from "../../../(auth)/use-sign-out.ts";
import { useSession } from "../../session.tsx";
import { LiveUpdates } from "../live-updates/live-updates.tsx";
import { CommandPalette } from "../palette/command-palette.tsx";
import { useFavourites } from "./favourites.tsx";
import { editFavourites } from "./show-favourites.ts";
import type { ViewedAsProps } from "./viewed-as.tsx";

/** One file: all of them are needed on every screen. */
const parts = () => import("./frame-parts.ts");

const ListNeighbours = later(() => parts().then(({ ListNeighbours }) => ListNeighbours));

const AlertBell = later(
  () => parts().then(({ AlertBell }) => AlertBell),
  <span className="h-8 w-8 shrink-0 pointer-coarse:h-10 pointer-coarse:w-10" />,
);

const SandboxClock = later(
  () => parts().then(({ SandboxClock }) => SandboxClock),
  <span className="h-8 w-8 shrink-0 pointer-coarse:h-10" />,
);

const ViewedAs = later<ViewedAsProps>(() =>
  import("./viewed-as.tsx").then(({ ViewedAs }) => ViewedAs),
);

const FavouriteStar = later(
  () => parts().then(({ FavouriteStar }) => FavouriteStar),
  <span className="w-8 shrink-0 max-md:hidden pointer-coarse:w-10" />,
);

const Tour = later(() => parts().then(({ Tour }) => Tour), <TourPlace />);

const Seen = later(() => parts().then(({ Seen }) => Seen));

const PageEnd = later(() => parts().then(({ PageEnd }) => PageEnd));

const ConfirmPerson = later<{ byCode: boolean }>(() =>
  parts().then(({ ConfirmPerson }) => ConfirmPerson),
);

const KeyboardHelp = later(() => parts().then(({ KeyboardHelp }) => KeyboardHelp));

type DashboardFrameProps = Pick<FrameProps, "narrow" | "density" | "collapsed"> & {
  /** The id of the last change before the page's reads. */
  liveSince: string | null;
  children: ReactNode;
};

/** The frame with switching of accounts and signing out. Both clear the cache, so that nothing of one account or person
 * is shown to the next. */
export function DashboardFrame({
  narrow,
  density,
  collapsed,
  liveSince,
  children,
}: DashboardFrameProps) {
  const { session, mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const waiting = useWaiting(mode);
  const { favourites } = useFavourites();
  const failed = (error: unknown) =>
    toast.failed(error instanceof Error ? error : "The action failed. Try again.");
  const switchAccount = async (account: string) => {
    await client.post("/session/account", {}, { account });
    queries.clear();
    forgetLists();
    router.replace(`/${mode}/home`);
    router.refresh();
  };
  return (
    <Frame
      mode={mode}
      person={session.person}
      account={session.account}
      accounts={session.accounts}
      places={[...favouritePlaces(favourites, mode, session.may), ...placesOf(mode, session.may)]}
      onEditFavourites={editFavourites}
      star={<FavouriteStar />}
      collapsed={collapsed}
      waiting={waiting}
      narrow={narrow}
      density={density}
      search={<CommandPalette />}
      clock={mode === "test" ? <SandboxClock /> : undefined}
      alerts={<AlertBell />}
      end={<PageEnd />}
      onSwitchAccount={(account) => {
        if (account !== session.account.id) switchAccount(account).catch(failed);
      }}
      onSignOut={() => void signOut().catch(failed)}
    >
      <Neighbours value={ListNeighbours}>
        <LiveUpdates since={liveSince}>
          {session.isViewedAs && <ViewedAs role={session.role} refundLimit={session.refundLimit} />}
          <Tour />
          {children}
        </LiveUpdates>
      </Neighbours>
      <KeyboardHelp />
      <Seen />
      <ConfirmPerson byCode={session.person.hasSecondFactor} />
    </Frame>
  );
}

/** The space of the tour, so that the screen below does not move when it comes. */
function TourPlace() {
  const { session } = useSession();
  return session.tourStep && <div className="mt-4 h-31 max-sm:h-40" />;
}

/** Numbers of the sidebar may be so old. */
const WAITING_MS = 60_000;
const NOTHING_WAITS = {};

/** How much waits for this person, by place. */
function useWaiting(mode: Mode) {
  const query = useQuery({
    ...read("/:mode/waiting", { mode }),
    staleTime: WAITING_MS,
    refetchInterval: WAITING_MS,
  });
  return query.data ?? NOTHING_WAITS;
}
