import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { earlyInputScript } from "#components/frame/early-input.ts";
import { Providers } from "#components/frame/providers.tsx";
import { readTheme, THEME_COOKIE } from "#components/frame/theme.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Paydesk", template: "%s · Paydesk" },
  description: "Payments, webhooks and keys of your account.",
  robots: { index: false },
};

/** The letters of most pages are fetched with the page: text that is shown in another font first moves when they come.
 *  `globals.css` has those of other scripts, which are fetched when a page has such a letter. */
const latin = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-latin",
  adjustFontFallback: false,
});

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f7f8" },
    { media: "(prefers-color-scheme: dark)", color: "#0a0b0e" },
  ],
};

const EARLY_INPUT = earlyInputScript();

/** The server's HTML sets the theme, so that no page flashes in the other one. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const policy = (await headers()).get("content-security-policy") ?? "";
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  return (
    <html lang="en" className={latin.variable} data-theme={theme === "system" ? undefined : theme}>
      <body>
        {/* Browsers hide a nonce from scripts, so React finds another one than it rendered. */}
        <script nonce={nonce} suppressHydrationWarning>
          {EARLY_INPUT}
        </script>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
