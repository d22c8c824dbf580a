const BROWSERS: readonly [sign: RegExp, name: string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [sign: RegExp, name: string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** `Firefox on Linux`: a device by its user agent. */
export function deviceName(client: string | null): string {
  if (!client) return "Unknown device";
  const browser = BROWSERS.find(([sign]) => sign.test(client))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(client))?.[1];
  if (!browser) return client.split(/[\s/]/)[0]?.slice(0, 30) || "Unknown device";
  return system ? `${browser} on ${system}` : browser;
}
