import { CodeBlock } from "#components/ui/code-block.tsx";

const PAGE = `export const refundsRead = (mode: Mode, filters: FilterValues) =>
  read("/:mode/refunds", { mode }, filters);

export default async function RefundsPage({ params, searchParams }) {
  const { mode } = await params;
  const filters = readFilters(REFUND_FILTERS, await searchParams);
  return (
    <Prefetch reads={[refundsRead(mode, filters)]}>
      <RefundsScreen />
    </Prefetch>
  );
}`;

const SCREEN = `export function RefundsScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(REFUND_FILTERS);
  const query = useQuery({
    ...refundsRead(mode, filters.values),
    placeholderData: keepPreviousData,
  });
  if (query.error && !query.data)
    return <QueryError error={query.error} what="The refunds" onRetry={query.refetch} />;
  return (
    <>
      <PageHeader title="Refunds" count={query.data?.total} />
      <FilterBar filters={filters} />
      <DataTable
        caption="Refunds, newest first"
        columns={COLUMNS}
        rows={query.data?.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => \`/\${mode}/refunds/\${row.id}\`}
        stale={query.isPlaceholderData}
        empty={<EmptyState title="No refunds yet">…</EmptyState>}
      />
    </>
  );
}`;

/** A list screen from URL to row: the page prefetches the read, the screen uses the same read. */
export function ScreenRecipe() {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-2">
      <CodeBlock
        title="page.tsx, on the server"
        snippets={[{ language: "TypeScript", code: PAGE }]}
      />
      <CodeBlock
        title="refunds-screen.tsx, in the browser"
        snippets={[{ language: "TypeScript", code: SCREEN }]}
      />
    </div>
  );
}
