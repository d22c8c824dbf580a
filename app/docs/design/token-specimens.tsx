import { cx } from "#components/ui/cx.ts";

const SURFACES = [
  ["surface", "bg-surface", "pages"],
  ["surface-raised", "bg-surface-raised", "controls, floating elements"],
  ["surface-sunken", "bg-surface-sunken", "sidebar, code"],
  ["surface-hover", "bg-surface-hover", "under the pointer"],
  ["line", "bg-line", "hairlines"],
  ["line-control", "bg-line-control", "borders of controls, 3 : 1"],
] as const;

const INKS = [
  ["ink", "text-ink", "main text"],
  ["ink-muted", "text-ink-muted", "explanations"],
  ["ink-faint", "text-ink-faint", "labels, units, 4.5 : 1"],
  ["accent-ink", "text-accent-ink", "links, focus"],
] as const;

const ROLES = [
  ["accent", "bg-accent", "bg-accent-soft", "text-accent-ink"],
  ["positive", "bg-positive", "bg-positive-soft", "text-positive-ink"],
  ["warning", "bg-warning", "bg-warning-soft", "text-warning-ink"],
  ["negative", "bg-negative", "bg-negative-soft", "text-negative-ink"],
  ["info", "bg-info", "bg-info-soft", "text-info-ink"],
  ["test", "hatched", "bg-test-soft", "text-test-ink"],
] as const;

const SIZES = [
  ["28", "text-28 font-semibold", "Main figure"],
  ["20", "text-20 font-semibold", "Page titles"],
  ["16", "text-16 font-semibold", "Dialogs, empty states"],
  ["14", "text-14", "Body and headings of sections"],
  ["13", "text-13", "Tables, controls, labels"],
  ["12", "text-12 text-ink-muted", "Hints, units, ids, chips"],
] as const;

const CHARTS = [
  ["chart-1", "bg-chart-1", "the measure: approved, arrived, answered"],
  ["chart-adverse", "bg-chart-adverse", "what went wrong: declines, errors"],
  ["chart-expected", "bg-chart-expected", "what is not yet: expected money"],
  ["chart-previous", "bg-chart-previous", "previous period, too few for a rate"],
] as const;

export function TokenSpecimens() {
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {SURFACES.map(([name, look, use]) => (
            <li key={name}>
              <span className={cx("block h-12 rounded-base border border-line", look)} />
              <code className="mt-1 block font-mono text-12">{name}</code>
              <span className="text-12 text-ink-faint">{use}</span>
            </li>
          ))}
        </ul>
        <ul className="flex flex-col gap-1">
          {ROLES.map(([name, solid, soft, ink]) => (
            <li key={name} className="flex items-center gap-3">
              <span className={cx("size-6 rounded-small", solid)} />
              <span
                className={cx(
                  "flex h-6 flex-1 items-center rounded-small px-2 text-13 font-medium",
                  soft,
                  ink,
                )}
              >
                {name}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col gap-6">
        <ul>
          {SIZES.map(([size, look, use]) => (
            <li key={size} className="flex items-baseline gap-4 border-b border-line py-2">
              <code className="w-8 shrink-0 font-mono text-12 text-ink-faint">{size}</code>
              <span className={look}>{use}</span>
            </li>
          ))}
        </ul>
        <ul className="grid grid-cols-2 gap-2">
          {INKS.map(([name, look, use]) => (
            <li key={name} className={cx("text-13", look)}>
              <code className="font-mono text-12">{name}</code> {use}
            </li>
          ))}
        </ul>
        <ul className="flex flex-col gap-1">
          {CHARTS.map(([name, look, use]) => (
            <li key={name} className="flex items-center gap-3 text-13">
              <span className={cx("h-3 w-6 rounded-small", look)} />
              <code className="font-mono text-12">{name}</code>
              <span className="text-ink-muted">{use}</span>
            </li>
          ))}
        </ul>
        <p className="text-28 tabular-nums">
          1,111.11
          <br />
          8,888.88
        </p>
      </div>
    </div>
  );
}
