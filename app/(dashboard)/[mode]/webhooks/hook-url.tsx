import { urlParts } from "#components/format/delivery-labels.ts";

/** An endpoint's address without the scheme, host before path. */
export function HookUrl({ url, deleted }: { url: string; deleted?: boolean }) {
  const { host, path } = urlParts(url);
  const afterDot = host.indexOf(".") + 1;
  return (
    <span title={url}>
      {host.slice(0, afterDot)}
      <wbr className="md:hidden" />
      {host.slice(afterDot)}
      <wbr />
      <span className="text-ink-faint">{path}</span>
      {deleted && <span className="text-ink-faint"> (deleted)</span>}
    </span>
  );
}
