import { Copy, KeyRound } from "lucide-react";
import type { Snippet } from "#components/ui/code-block.tsx";
import { cx } from "#components/ui/cx.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Pre } from "#components/ui/pre.tsx";

export type DocsCodeProps = { snippets: readonly Snippet[]; title?: string; wrap?: boolean };

const KEY = /PAYDESK_(SECRET|PUBLISHABLE)_KEY/;

/** Code in every language, of which `docs.js` shows the reader's. The pages have no React in the browser, and the server
 *  fills in the URL of the installation. */
export function DocsCode({ snippets, title, wrap }: DocsCodeProps) {
  const [first] = snippets;
  if (!first) return null;
  const name = title ?? first.language;
  return (
    <figure
      data-code
      className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken"
    >
      <figcaption className="flex min-h-9 flex-wrap items-center gap-x-1 border-b border-line pr-1 pl-3">
        <span
          className={cx(
            "mr-2 text-12 font-medium text-ink-muted max-sm:py-1",
            snippets.length > 1 && "max-sm:basis-full",
            !title && snippets.length > 1 && "sr-only",
          )}
        >
          {name}
        </span>
        {snippets.length > 1 &&
          snippets.map(({ language }) => (
            <button
              key={language}
              type="button"
              data-language={language}
              aria-pressed={language === first.language}
              className="h-6 rounded-small px-2 text-12 text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-press dark:aria-pressed:bg-line"
            >
              {language}
            </button>
          ))}
        <span className="ml-auto flex items-center">
          {snippets.some(({ code }) => KEY.test(code)) && (
            <IconButton label="Use my test key" size="small" data-fill-key="">
              <KeyRound className="size-3.5" aria-hidden />
            </IconButton>
          )}
          <IconButton label="Copy code" size="small">
            <Copy className="size-3.5" aria-hidden />
          </IconButton>
        </span>
      </figcaption>
      {snippets.map(({ language, code }) => (
        <div key={language} data-sample={language} hidden={language !== first.language}>
          <Pre label={name} wrap={wrap} tall>
            {code}
          </Pre>
        </div>
      ))}
    </figure>
  );
}
