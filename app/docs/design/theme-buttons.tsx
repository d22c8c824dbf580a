"use client";

import { useEffect, useState } from "react";
import { applyTheme, readTheme, type Theme } from "#components/frame/theme.ts";
import { Segmented } from "#components/ui/segmented.tsx";

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function ThemeButtons() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(readTheme(document.documentElement.dataset.theme)), []);
  return (
    <Segmented
      label="Theme"
      choices={THEMES}
      value={theme}
      onChange={(next) => {
        applyTheme(next);
        setTheme(next);
      }}
    />
  );
}
