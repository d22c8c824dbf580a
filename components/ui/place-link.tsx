import Link from "next/link";
import type { ComponentProps } from "react";

/** A property of Next that its types lack. */
const FETCHED_ON_HOVER: object = { unstable_dynamicOnHover: true };

/** A link to a screen, prefetched with its data when the pointer rests on it. */
export function PlaceLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} {...FETCHED_ON_HOVER} />;
}
