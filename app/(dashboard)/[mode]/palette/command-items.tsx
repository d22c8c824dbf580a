import {
  BookOpen,
  Footprints,
  Keyboard,
  KeyRound,
  Landmark,
  Monitor,
  Moon,
  RotateCw,
  ShoppingBag,
  Star,
  Sun,
  ToggleLeft,
  Webhook,
} from "lucide-react";
import type { DocsEntry } from "#components/docs/match-docs.ts";
import { type Favourite, favouriteOf, favouritePlaces } from "#components/frame/favourites.ts";
import { inMode, placesOf } from "#components/frame/navigation.ts";
import { applyTheme } from "#components/frame/theme.ts";
import type { KeyView } from "#lib/dashboard/views/keys.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { GUIDES } from "../../../docs/guides.ts";
import type { useFavourites } from "../shared/favourites.tsx";
import { editFavourites } from "../shared/show-favourites.ts";
import { showKeyboardHelp } from "../shared/show-keyboard-help.ts";
import { beginTour } from "../shared/show-tour.ts";
import type { GoItem } from "./found-items.tsx";

const ICON = "size-4";

type Standing = {
  mode: Mode;
  pathname: string;
  may: SessionView["may"];
  kept: Pick<ReturnType<typeof useFavourites>, "has" | "toggle">;
};

const themeItems = (): GoItem[] => [
  {
    id: "theme-light",
    label: "Light theme",
    icon: <Sun className={ICON} aria-hidden />,
    run: () => applyTheme("light"),
  },
  {
    id: "theme-dark",
    label: "Dark theme",
    icon: <Moon className={ICON} aria-hidden />,
    run: () => applyTheme("dark"),
  },
  {
    id: "theme-system",
    label: "System theme",
    icon: <Monitor className={ICON} aria-hidden />,
    run: () => applyTheme("system"),
  },
];

/** Actions of the command palette. Those that the person may not do are left out. */
export function actionItems({ mode, pathname, may, kept }: Standing): GoItem[] {
  const here = favouriteOf(pathname, mode, may);
  const other = mode === "test" ? "live" : "test";
  const items: (GoItem | false | null)[] = [
    may.includes("manage_keys") && {
      id: "create-key",
      label: "Create key",
      note: "API key",
      icon: <KeyRound className={ICON} aria-hidden />,
      href: `/${mode}/keys?create=1`,
    },
    may.includes("manage_webhooks") && {
      id: "add-endpoint",
      label: "Add endpoint",
      note: "Register a webhook endpoint",
      icon: <Webhook className={ICON} aria-hidden />,
      href: `/${mode}/webhooks/endpoints/new`,
    },
    {
      id: "last-month",
      label: "Last month's settlement",
      note: "Report and CSV",
      icon: <Landmark className={ICON} aria-hidden />,
      href: `/${mode}/reports/settlement?period=last_month`,
    },
    may.includes("use_sandbox") && {
      id: "test-payment",
      label: "Make a test payment",
      note: "Checkout",
      icon: <ShoppingBag className={ICON} aria-hidden />,
      href: "/test/checkout",
    },
    {
      id: "switch-mode",
      label: `Switch to ${other} mode`,
      icon: <ToggleLeft className={ICON} aria-hidden />,
      href: inMode(pathname, other),
    },
    here && {
      id: "favourite",
      label: kept.has(here)
        ? `Remove ${here.label} from favourites`
        : `Add ${here.label} to favourites`,
      icon: <Star className={ICON} aria-hidden />,
      run: () => kept.toggle(here),
    },
    {
      id: "edit-favourites",
      label: "Edit favourites",
      note: "Order and remove",
      icon: <Star className={ICON} aria-hidden />,
      run: () => editFavourites(),
    },
    ...themeItems(),
    {
      id: "keyboard",
      label: "Keyboard shortcuts",
      icon: <Keyboard className={ICON} aria-hidden />,
      run: () => showKeyboardHelp(),
    },
    {
      id: "tour",
      label: "Take the tour",
      note: "Three steps",
      icon: <Footprints className={ICON} aria-hidden />,
      run: () => beginTour(),
    },
  ];
  return items.filter((item) => item !== false && item !== null);
}

/** The person's favourites. */
export function favouriteItems(
  favourites: readonly Favourite[],
  mode: Mode,
  may: SessionView["may"],
): GoItem[] {
  return favouritePlaces(favourites, mode, may).flatMap(({ places }) =>
    places.map(({ path, label, icon: Icon }) => ({
      id: `favourite ${path}`,
      label,
      note: "Favourite",
      icon: <Icon className={ICON} aria-hidden />,
      href: `/${mode}/${path}`,
    })),
  );
}

/** One item for each secret key that works; each opens the dialog that creates the second key. */
export function rotationItems(keys: readonly KeyView[], mode: Mode): GoItem[] {
  return keys
    .filter(({ kind, status }) => kind === "secret" && status === "active")
    .map(({ id, name }) => ({
      id: `rotate ${id}`,
      label: `Rotate ${name}`,
      note: "Secret key",
      icon: <RotateCw className={ICON} aria-hidden />,
      href: `/${mode}/keys/${id}?rotate=1`,
    }));
}

/** Every screen of the mode that the person can open, with the name of its group. */
export function placeItems(mode: Mode, may: SessionView["may"]): GoItem[] {
  return placesOf(mode, may).flatMap(({ title, places }) =>
    places.flatMap(({ label, path, icon: Icon, within }) => {
      const icon = <Icon className={ICON} aria-hidden />;
      const note = title ?? undefined;
      if (!within) return [{ id: path, label, note, icon, href: `/${mode}/${path}` }];
      return within.map((sub) => ({
        id: sub.path,
        label: sub.label,
        note: label,
        icon,
        href: `/${mode}/${sub.path}`,
      }));
    }),
  );
}

const DOCS = [
  { title: "Docs", href: "/docs", about: "All guides" },
  ...GUIDES,
  { title: "API reference", href: "/docs/api", about: "Every call, its parameters and answers" },
  { title: "Errors", href: "/docs/api/errors", about: "Every code, and what to do" },
  { title: "Event types", href: "/docs/api/event-types", about: "Contents of each webhook" },
];

/** A result of the search in the documentation. */
export function docsItem({ title, page, href }: DocsEntry): GoItem {
  return {
    id: `${href} ${title}`,
    label: title,
    note: title === page ? "Docs" : `Docs · ${page}`,
    icon: <BookOpen className={ICON} aria-hidden />,
    href,
  };
}

/** The pages of the docs. */
export function docItems(): GoItem[] {
  return DOCS.map(({ title, href, about }) => ({
    id: href,
    label: title,
    note: href === "/docs" ? about : "Docs",
    icon: <BookOpen className={ICON} aria-hidden />,
    href,
  }));
}
