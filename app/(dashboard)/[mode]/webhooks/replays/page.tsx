import { readFilters } from "#components/filters/filters.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { replaysRead } from "../hook-reads.ts";
import { ReplaysScreen } from "./replays-screen.tsx";

export const metadata = { title: "Replays" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ReplaysPage({ params, searchParams }: Props) {
  const { mode } = await params;
  return (
    <Prefetch reads={[replaysRead(mode, readFilters([], await searchParams))]}>
      <ReplaysScreen />
    </Prefetch>
  );
}
