import { read } from "#lib/dashboard/client.ts";
import { CALLS, VERSIONS } from "../../../docs/api/reference.ts";
import { Prefetch } from "../../../server-data.tsx";
import { comparisonReads } from "./compared.ts";
import { VersionsScreen } from "./versions-screen.tsx";

export const metadata = { title: "Versions" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function VersionsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  const search = await searchParams;
  const chosen = (name: string) => {
    const value = search[name];
    return typeof value === "string" ? value : null;
  };
  const choice = { to: chosen("to"), about: chosen("about"), endpoint: chosen("endpoint") };
  const versions = read("/:mode/versions", { mode });
  return (
    <Prefetch
      reads={[versions]}
      following={(answerOf) => {
        const view = answerOf(versions);
        return view ? comparisonReads(mode, view, choice) : [];
      }}
    >
      <VersionsScreen changes={VERSIONS.changes} corrections={VERSIONS.corrections} calls={CALLS} />
    </Prefetch>
  );
}
