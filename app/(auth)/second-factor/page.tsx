import { redirect } from "next/navigation";
import { RequestFailed } from "#lib/dashboard/client.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import { serverClient } from "../../server-data.tsx";
import { localPath } from "../local-path.ts";
import { SetUpFirst } from "./set-up-first.tsx";

export const metadata = { title: "Second factor" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SecondFactorPage({ searchParams }: Props) {
  const next = localPath((await searchParams).next);
  return <SetUpFirst session={await readSession()} next={next} />;
}

async function readSession(): Promise<SessionView> {
  try {
    return await (await serverClient()).get("/session");
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401) redirect("/sign-in");
    throw error;
  }
}
