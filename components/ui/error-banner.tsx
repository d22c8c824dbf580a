"use client";

import { AboutError, type DocumentedError } from "./about-error.tsx";
import { Banner } from "./banner.tsx";

/** Why a request failed, with a link to the page about it. */
export function ErrorBanner({ error }: { error: DocumentedError }) {
  return (
    <Banner tone="negative">
      {error.message}
      <AboutError error={error} />
    </Banner>
  );
}
