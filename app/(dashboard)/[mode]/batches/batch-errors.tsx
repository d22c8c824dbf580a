import { Section } from "#components/ui/section.tsx";
import type { BatchView } from "#lib/dashboard/views/payouts.ts";

/** Every error of a batch, by row. */
export function BatchErrors({ batch }: { batch: Pick<BatchView, "errors" | "rejected"> }) {
  if (batch.errors.length === 0) return null;
  return (
    <Section title="Rejected rows">
      {/* biome-ignore lint/a11y/noRedundantRoles: as blocks on a phone it would lose its role. */}
      <table role="table" className="w-full text-13 max-md:block">
        <caption className="sr-only">Errors by row</caption>
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-left text-12 text-ink-faint">
            <th scope="col" className="w-20 pb-1 font-medium">
              Row
            </th>
            <th scope="col" className="w-44 pb-1 font-medium">
              Field
            </th>
            <th scope="col" className="pb-1 font-medium">
              Error
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {batch.errors.map((error) => (
            <tr
              key={`${error.row} ${error.code} ${error.param}`}
              className="border-b border-line align-baseline last:border-b-0 max-md:block max-md:py-2"
            >
              <th
                scope="row"
                className="py-2 pr-4 text-left font-medium tabular-nums max-md:py-0 max-md:mr-2"
              >
                {error.row === null ? "All" : `Row ${error.row}`}
              </th>
              <td className="py-2 pr-4 max-md:py-0">
                {error.param ? (
                  <code className="font-mono text-12 [overflow-wrap:anywhere]">{error.param}</code>
                ) : (
                  <span className="text-ink-faint">Whole</span>
                )}
              </td>
              <td className="py-2 max-md:block max-md:py-0">
                {error.message}{" "}
                <code className="font-mono text-12 text-ink-faint">{error.code}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
