import { readFilters } from "#components/filters/filters.ts";
import { Prefetch } from "../../../../server-data.tsx";
import { downloadsRead } from "../report-reads.ts";
import { DownloadsScreen } from "./downloads-screen.tsx";

export const metadata = { title: "Downloads" };

type Props = {
  params: Promise<{ mode: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function DownloadsPage({ params, searchParams }: Props) {
  const { mode } = await params;
  return (
    <Prefetch reads={[downloadsRead(mode, readFilters([], await searchParams))]}>
      <DownloadsScreen />
    </Prefetch>
  );
}
