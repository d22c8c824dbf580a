import { Copy, KeyRound } from "lucide-react";
import { CodeFrame, type CodeProps, LanguageButton } from "#components/ui/code-frame.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Pre } from "#components/ui/pre.tsx";

const KEY = /PAYDESK_(SECRET|PUBLISHABLE)_KEY/;

/** Code in every language, of which `docs.js` shows the reader's. The pages have no React in the browser, and the server
 *  fills in the URL of the installation. */
export function DocsCode({ snippets, title, wrap }: CodeProps) {
  const [first] = snippets;
  if (!first) return null;
  const name = title ?? first.language;
  return (
    <CodeFrame
      data-code
      title={title}
      name={name}
      languages={
        snippets.length > 1
          ? snippets.map(({ language }) => (
              <LanguageButton
                key={language}
                language={language}
                pressed={language === first.language}
              />
            ))
          : null
      }
      actions={
        <>
          {snippets.some(({ code }) => KEY.test(code)) && (
            <IconButton label="Use my test key" size="small" data-fill-key="">
              <KeyRound className="size-3.5" aria-hidden />
            </IconButton>
          )}
          <IconButton label="Copy code" size="small">
            <Copy className="size-3.5" aria-hidden />
          </IconButton>
        </>
      }
    >
      {snippets.map(({ language, code }) => (
        <div key={language} data-sample={language} hidden={language !== first.language}>
          <Pre label={name} wrap={wrap} tall>
            {code}
          </Pre>
        </div>
      ))}
    </CodeFrame>
  );
}
