import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
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

/** The server's HTML sets the theme, so that no page flashes in the other one. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" className={latin.variable} data-theme={theme === "system" ? undefined : theme}>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
