import { urlParts } from "#components/format/delivery-labels.ts";

/** An endpoint's address without the scheme, host before path. */
export function HookUrl({ url, deleted }: { url: string; deleted?: boolean }) {
  const { host, path } = urlParts(url);
  return (
    <span title={url}>
      {host}
      <wbr />
      <span className="text-ink-faint">{path}</span>
      {deleted && <span className="text-ink-faint"> (deleted)</span>}
    </span>
  );
}
