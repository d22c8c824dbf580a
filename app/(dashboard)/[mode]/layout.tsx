import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { RAIL_COOKIE } from "#components/frame/session.ts";
import { RequestFailed } from "#lib/dashboard/client.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import { serverClient, toPage, toSignIn } from "../../server-data.tsx";
import { SessionProvider } from "../session.tsx";
import { DashboardFrame } from "./shared/dashboard-frame.tsx";
import { DashboardTime } from "./shared/dashboard-time.tsx";

type Props = { children: ReactNode; params: Promise<{ mode: string }> };

/** Who is looking and at which mode; everything below may rely on a session. */
export default async function DashboardLayout({ children, params }: Props) {
  const { mode } = await params;
  if (mode !== "test" && mode !== "live") notFound();
  const session = await readSession();
  if (session.mustSetUpFactor) await toPage("/second-factor");
  const narrow = (await cookies()).get(RAIL_COOKIE)?.value === "narrow";
  return (
    <SessionProvider session={session} mode={mode}>
      <DashboardTime>
        <DashboardFrame narrow={narrow}>{children}</DashboardFrame>
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
