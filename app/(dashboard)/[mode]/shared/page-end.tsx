import { BookOpen, FileCode, Keyboard } from "lucide-react";
import { usePathname } from "next/navigation";
import { helpOf } from "./page-help.ts";
import { showKeyboardHelp } from "./show-keyboard-help.ts";

const ITEM =
  "inline-flex items-center gap-1.5 rounded-small py-1 hover:text-ink hover:underline pointer-coarse:py-2.5";
const ICON = "size-3.5 shrink-0 text-ink-faint";

/** The end of every page: the guide and the reference about it, and the keys. */
export function PageEnd() {
  const { guide, api } = helpOf(usePathname());
  return (
    <nav
      aria-label="Help with this page"
      className="flex flex-wrap gap-x-6 gap-y-1 py-3 text-13 text-ink-muted"
    >
      <a href={guide ? `/docs/${guide}` : "/docs"} className={ITEM}>
        <BookOpen className={ICON} aria-hidden />
        {guide ? "Read the guide" : "All guides"}
      </a>
      <a href={api ? `/docs/api/${api}` : "/docs/api"} className={ITEM}>
        <FileCode className={ICON} aria-hidden />
        API reference
      </a>
      <button type="button" onClick={showKeyboardHelp} className={`${ITEM} max-md:hidden`}>
        <Keyboard className={ICON} aria-hidden />
        Keyboard shortcuts
      </button>
    </nav>
  );
}
