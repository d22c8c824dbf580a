import type { DefaultView } from "./types.ts";

/** Default views by role. A key stays the same for ever: members hide a view by it. */
export const DEFAULT_VIEWS: readonly DefaultView[] = [
  {
    key: "disputes.due_soon",
    list: "disputes",
    name: "Due within 3 days",
    query: "status=needs_response&due=in3d",
    roles: ["owner", "admin", "support", "finance"],
  },
  {
    key: "payments.failed_today",
    list: "payments",
    name: "Failed today",
    query: "status=failed&created=today",
    roles: ["owner", "admin", "support"],
  },
  {
    key: "payments.refunded_this_month",
    list: "payments",
    name: "Refunded, 30 days",
    query: "status=refunded,partially_refunded&created=30d",
    roles: ["finance"],
  },
  {
    key: "payouts.returned",
    list: "payouts",
    name: "Returned, 30 days",
    query: "status=returned&created=30d",
    roles: ["finance"],
  },
  {
    key: "deliveries.failed_today",
    list: "deliveries",
    name: "Failed, 24 hours",
    query: "status=failed&created=24h",
    roles: ["developer"],
  },
  {
    key: "logs.server_errors",
    list: "logs",
    name: "Server errors",
    query: "status=5xx",
    roles: ["developer"],
  },
  {
    key: "logs.refused",
    list: "logs",
    name: "Refused, 24 hours",
    query: "status=4xx&made=24h",
    roles: ["developer"],
  },
];
