"use client";

import {
  BookOpen,
  ChevronsUpDown,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Sun,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Avatar } from "../ui/avatar.tsx";
import { buttonClass } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem, MenuNote, MenuRadio, MenuSeparator } from "../ui/menu.tsx";
import { Tip } from "../ui/tooltip.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import type { FrameProps } from "./session.ts";
import { applyTheme, readTheme, type Theme } from "./theme.ts";

const ICON = "size-4 text-ink-faint";

const THEMES: readonly { value: Theme; label: string; icon: ReactNode }[] = [
  { value: "system", label: "System", icon: <Monitor className={ICON} aria-hidden /> },
  { value: "light", label: "Light", icon: <Sun className={ICON} aria-hidden /> },
  { value: "dark", label: "Dark", icon: <Moon className={ICON} aria-hidden /> },
];

/** The header: account, mode, theme and the signed-in person. */
export function Header(props: FrameProps & { onOpenSidebar: () => void }) {
  return (
    <header className="flex h-12 items-center gap-2 border-b border-line bg-surface px-4 max-sm:gap-0.5 max-sm:px-3 md:px-6">
      <IconButton label="Open menu" className="-ml-2 md:hidden" onClick={props.onOpenSidebar}>
        <MenuIcon className="size-4" aria-hidden />
      </IconButton>
      <AccountSwitcher {...props} />
      <span className="ml-auto" />
      {props.star}
      {props.search}
      {props.clock}
      {props.alerts}
      <ModeSwitch mode={props.mode} />
      <Tip text="Docs">
        <a
          href="/docs"
          aria-label="Docs"
          className={cx(buttonClass("quiet"), "w-8 px-0! max-md:hidden pointer-coarse:w-10")}
        >
          <BookOpen className="size-4" aria-hidden />
        </a>
      </Tip>
      <ThemeMenu />
      <PersonMenu {...props} />
    </header>
  );
}

function AccountSwitcher({ account, accounts, onSwitchAccount }: FrameProps) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="-ml-1.5 flex h-8 min-w-0 items-center gap-2 rounded-base px-1.5 text-13 font-medium transition-colors hover:bg-surface-hover data-popup-open:bg-surface-hover"
        >
          <span className="sr-only">Account:</span>
          <span className="truncate">{account.name}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
        </button>
      }
    >
      <MenuRadio
        label="Accounts"
        value={account.id}
        onChange={onSwitchAccount}
        choices={accounts.map((one) => ({ value: one.id, label: one.name, note: one.id }))}
      />
    </Menu>
  );
}

function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(readTheme(document.documentElement.dataset.theme)), []);
  return (
    <Menu
      trigger={
        <IconButton label="Theme" className="max-sm:hidden">
          <Sun className="size-4 dark:hidden" aria-hidden />
          <Moon className="hidden size-4 dark:block" aria-hidden />
        </IconButton>
      }
    >
      <ThemeChoice theme={theme} onChange={setTheme} />
    </Menu>
  );
}

function ThemeChoice({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  return (
    <MenuRadio
      label="Theme"
      value={theme}
      onChange={(next) => {
        applyTheme(next);
        onChange(next);
      }}
      choices={THEMES}
    />
  );
}

function PersonMenu({ person, onSignOut }: FrameProps) {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(readTheme(document.documentElement.dataset.theme)), []);
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="-mr-1 rounded-full p-1 transition-colors hover:bg-surface-hover data-popup-open:bg-surface-hover"
        >
          <Avatar name={person.name} />
          <span className="sr-only">Signed in as {person.name}</span>
        </button>
      }
    >
      <MenuNote>
        <span className="block text-13 font-medium text-ink">{person.name}</span>
        <span className="block truncate">{person.email}</span>
      </MenuNote>
      <MenuSeparator />
      <div className="sm:hidden">
        <ThemeChoice theme={theme} onChange={setTheme} />
        <MenuSeparator />
      </div>
      <MenuItem
        icon={<BookOpen className={ICON} aria-hidden />}
        onSelect={() => location.assign("/docs")}
      >
        Docs
      </MenuItem>
      <MenuItem icon={<LogOut className={ICON} aria-hidden />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
