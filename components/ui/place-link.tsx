"use client";

import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type PlaceLinkProps = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & { href: string };

/** A link to a screen, prefetched with its data when the pointer or a finger reaches it. Links are not prefetched when
 *  they become visible, as `Link` does by default: a list has 70 of them, each costs a request, and without its data a
 *  screen is not shown sooner. */
export function PlaceLink({ href, onMouseEnter, onTouchStart, ...rest }: PlaceLinkProps) {
  const router = useRouter();
  const prefetch = () => router.prefetch(href, { kind: PrefetchKind.FULL });
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
