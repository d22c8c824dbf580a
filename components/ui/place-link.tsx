"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

/** Whether a link's screen is loading. */
export { useLinkStatus } from "next/link";

type PrefetchOptions = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

/** With the screen's data. Next exports no name for it. */
const FULL = { kind: "full" } as PrefetchOptions;

type PlaceLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & { href: string };

/** Pages and files that the front sends without Next: the browser loads them. */
export const isDocument = (href: string) => /^\/(?:docs(?![\w-]|\/design)|llms\.txt)/.test(href);

/** A link to a screen, prefetched with its data when the pointer or a finger reaches it. Links are not prefetched when
 *  they become visible, as `Link` does by default: a list has 70 of them, each costs a request, and without its data a
 *  screen is not shown sooner. */
export function PlaceLink(props: PlaceLinkProps) {
  const { replace: _, scroll: __, ...plain } = props;
  return isDocument(props.href) ? <a {...plain} /> : <ScreenLink {...props} />;
}

function ScreenLink({ href, onMouseEnter, onTouchStart, ...rest }: PlaceLinkProps) {
  const router = useRouter();
  const prefetch = () => router.prefetch(href, FULL);
  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onMouseEnter={(event) => {
        onMouseEnter?.(event);
        prefetch();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        prefetch();
      }}
    />
  );
}
