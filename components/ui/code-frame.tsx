import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Snippet = { language: string; code: string };

export type CodeProps = { snippets: readonly Snippet[]; title?: string; wrap?: boolean };

/** The frame of code: its name, the languages to choose from, and actions. Needs no React in the browser. */
export function CodeFrame(props: {
  /** Shown, unless it is only the name of a language that the buttons show. */
  title: string | undefined;
  name: string;
  /** `LanguageButton`s; null for one language. */
  languages: ReactNode;
  actions: ReactNode;
  children: ReactNode;
  "data-code"?: true;
}) {
  const { title, name, languages, actions, children } = props;
  const several = languages !== null;
  return (
    <figure
      data-code={props["data-code"]}
      className="min-w-0 overflow-hidden rounded-base border border-line bg-surface-sunken"
    >
      <figcaption className="flex min-h-9 flex-wrap items-center gap-x-1 border-b border-line pr-1 pl-3">
        <span
          className={cx(
            "mr-2 text-12 font-medium text-ink-muted max-sm:py-1",
            several && "max-sm:basis-full",
            !title && several && "sr-only",
          )}
        >
          {name}
        </span>
        {languages}
        <span className="ml-auto flex items-center">{actions}</span>
      </figcaption>
      {children}
    </figure>
  );
}

/** A button that selects a language. Without `onPress` the page's script reads `data-language`. */
export function LanguageButton(props: {
  language: string;
  pressed: boolean;
  onPress?: () => void;
}) {
  return (
    <button
      type="button"
      data-language={props.language}
      aria-pressed={props.pressed}
      onClick={props.onPress}
      className="h-6 rounded-small px-2 text-12 text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-press dark:aria-pressed:bg-line"
    >
      {props.language}
    </button>
  );
}
