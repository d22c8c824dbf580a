import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { collapsedGroups } from "#components/frame/navigation.ts";
import { GROUPS_COOKIE, SIDEBAR_COOKIE } from "#components/frame/session.ts";
import { DENSITY_COOKIE, readDensity } from "#components/table/density.ts";
import { RequestFailed } from "#lib/dashboard/client.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import { liveSince, serverClient, toPage, toSignIn } from "../../server-data.tsx";
import { SessionProvider } from "../session.tsx";
import { DashboardFrame } from "./shared/dashboard-frame.tsx";
import { DashboardLayouts } from "./shared/dashboard-layouts.tsx";
import { DashboardTime } from "./shared/dashboard-time.tsx";
import { FavouritesProvider } from "./shared/favourites.tsx";

type Props = { children: ReactNode; params: Promise<{ mode: string }> };

/** Reads session and mode; everything below can rely on both. */
export default async function DashboardLayout({ children, params }: Props) {
  const { mode } = await params;
  if (mode !== "test" && mode !== "live") notFound();
  const session = await readSession();
  if (session.mustSetUpFactor) await toPage("/second-factor");
  const kept = await cookies();
  const narrow = kept.get(SIDEBAR_COOKIE)?.value === "narrow";
  const density = readDensity(kept.get(DENSITY_COOKIE)?.value);
  const collapsed = collapsedGroups(kept.get(GROUPS_COOKIE)?.value, session.role);
  return (
    <SessionProvider session={session} mode={mode}>
      <DashboardTime>
        <DashboardLayouts>
          <FavouritesProvider>
            <DashboardFrame {...{ narrow, density, collapsed }} liveSince={await liveSince()}>
              {children}
            </DashboardFrame>
          </FavouritesProvider>
        </DashboardLayouts>
      </DashboardTime>
    </SessionProvider>
  );
}

async function readSession(): Promise<SessionView> {
  try {
    return await (await serverClient()).get("/session");
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401) return toSignIn();
    throw error;
  }
}
