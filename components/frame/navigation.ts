import {
  Activity,
  ArrowDownLeft,
  ArrowUpRight,
  Bell,
  CalendarCheck,
  CalendarDays,
  ChartNoAxesColumn,
  FileDown,
  FileSignature,
  Gavel,
  GitCompareArrows,
  History,
  House,
  KeyRound,
  Landmark,
  Layers,
  ListChecks,
  type LucideIcon,
  Mail,
  Percent,
  Plug,
  ReceiptText,
  RefreshCw,
  Rocket,
  Scale,
  ScrollText,
  Send,
  Settings2,
  ShieldCheck,
  ShoppingBag,
  SquareTerminal,
  Undo2,
  UserCheck,
  Users,
  Webhook,
} from "lucide-react";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";

export type Place = {
  label: string;
  path: string;
  icon: LucideIcon;
  within?: readonly SubPlace[];
  /** Another path that the sidebar counts as this place. */
  also?: string;
  /** The only mode that has this place. */
  onlyIn?: Mode;
  /** The permission without which its server answers 403. */
  needs?: string;
};
export type SubPlace = Pick<Place, "label" | "path" | "icon">;
export type PlaceGroup = { title: string | null; places: readonly Place[] };

/** The title of the group with a person's own choice, above the map. */
export const FAVOURITES = "Favourites";

/** The map of the dashboard, by who works there. Only places that exist. */
export const PLACES: readonly PlaceGroup[] = [
  { title: null, places: [{ label: "Home", path: "home", icon: House }] },
  {
    title: "Money in",
    places: [
      { label: "Payments", path: "payments", icon: ArrowDownLeft },
      { label: "Refunds", path: "refunds", icon: Undo2 },
      { label: "Disputes", path: "disputes", icon: Gavel },
      { label: "Customers", path: "customers", icon: Users },
      { label: "Subscriptions", path: "subscriptions", icon: RefreshCw },
      { label: "Plans", path: "plans", icon: Layers },
      { label: "Invoices", path: "invoices", icon: ReceiptText },
      { label: "Mandates", path: "mandates", icon: FileSignature },
    ],
  },
  {
    title: "Money out",
    places: [
      { label: "Payouts", path: "payouts", icon: ArrowUpRight },
      { label: "Batches", path: "batches", icon: Layers },
      { label: "Balance", path: "balance", icon: Scale },
      { label: "Settlements", path: "settlements", icon: Landmark },
    ],
  },
  {
    title: "Reports",
    places: [
      { label: "Settlement", path: "reports/settlement", icon: CalendarDays },
      { label: "Declines", path: "reports/declines", icon: ChartNoAxesColumn },
      { label: "Interchange++", path: "reports/interchange", icon: Percent },
      { label: "Bank", path: "reports/bank", icon: ListChecks },
      { label: "Downloads", path: "reports/downloads", icon: FileDown },
      { label: "Closing", path: "reports/closing", icon: CalendarCheck },
    ],
  },
  {
    title: "Developers",
    places: [
      { label: "Quick start", path: "quick-start", icon: Rocket },
      { label: "Keys", path: "keys", icon: KeyRound },
      {
        label: "Webhooks",
        path: "webhooks",
        icon: Webhook,
        within: [
          { label: "Endpoints", path: "webhooks/endpoints", icon: Plug },
          { label: "Deliveries", path: "webhooks/deliveries", icon: Send },
          { label: "Replays", path: "webhooks/replays", icon: History },
        ],
      },
      { label: "Events", path: "events", icon: Activity },
      { label: "Logs", path: "logs", icon: ScrollText, also: "timeline" },
      { label: "Versions", path: "versions", icon: GitCompareArrows },
      { label: "Shell", path: "shell", icon: SquareTerminal, needs: "use_shell" },
      {
        label: "Checkout",
        path: "checkout",
        icon: ShoppingBag,
        onlyIn: "test",
        needs: "use_sandbox",
      },
    ],
  },
  {
    title: "Settings",
    places: [
      { label: "Account", path: "settings/account", icon: Settings2 },
      { label: "Team", path: "settings/team", icon: Users },
      { label: "Security", path: "settings/security", icon: ShieldCheck },
      { label: "Payout limits", path: "settings/payout-limits", icon: UserCheck },
      {
        label: "Audit log",
        path: "settings/audit-log",
        icon: ScrollText,
        needs: "read_audit_log",
      },
      { label: "Alerts", path: "settings/alerts", icon: Bell },
      {
        label: "Notifications",
        path: "settings/notifications",
        icon: Mail,
        needs: "read_mail",
      },
    ],
  },
];

/** The places of a mode that a person with these permissions can open. Groups without one are left out. */
export function placesOf(mode: Mode, may: readonly string[]): PlaceGroup[] {
  return PLACES.map(({ title, places }) => ({
    title,
    places: places.filter(
      ({ onlyIn, needs }) => (!onlyIn || onlyIn === mode) && (!needs || may.includes(needs)),
    ),
  })).filter(({ places }) => places.length > 0);
}

/** Groups that a role rarely works in. They are collapsed until the person opens them. */
const COLLAPSED: Partial<Record<Role, readonly string[]>> = {
  finance: ["Developers"],
  support: ["Reports", "Settings"],
};

/** The groups that are collapsed in the sidebar: as the person left them (`kept`, see `keptGroups`), else as the role has
 *  them at first. */
export function collapsedGroups(kept: string | undefined, role: Role): string[] {
  if (kept === undefined) return [...(COLLAPSED[role] ?? [])];
  const chosen = kept.split(".");
  return [FAVOURITES, ...PLACES.map(({ title }) => title)].filter(
    (title) => title !== null && chosen.includes(wordOf(title)),
  ) as string[];
}

/** The collapsed groups as a cookie's value: `reports.money-out`. */
export const keptGroups = (titles: readonly string[]): string => titles.map(wordOf).join(".");

const wordOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

/** The same kind of page in the other mode. An object belongs to one mode, so only the list's part
 *  of the address is carried over. */
export function inMode(pathname: string, mode: Mode): string {
  const [, , ...rest] = pathname.split("/");
  const known = PLACES.flatMap((group) => group.places)
    .filter(({ onlyIn }) => !onlyIn || onlyIn === mode)
    .flatMap((place) => [...(place.within ?? []), place])
    .map((place) => place.path)
    .sort((a, b) => b.length - a.length);
  const here = rest.join("/");
  const kept = known.find((path) => here === path || here.startsWith(`${path}/`)) ?? "home";
  return `/${mode}/${kept}`;
}
