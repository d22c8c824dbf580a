import { cx } from "#components/ui/cx.ts";

/** One entry of the contents. */
export function ContentsLink(props: { href: string; current?: boolean; children: string }) {
  return (
    <a
      href={props.href}
      aria-current={props.current ? "page" : undefined}
      className={cx(
        "block py-1 transition-colors pointer-coarse:py-2.5",
        props.current ? "font-semibold text-ink" : "text-ink-muted hover:text-ink",
      )}
    >
      {props.children}
    </a>
  );
}
