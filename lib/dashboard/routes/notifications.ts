import { browseMail, getMail } from "#lib/domain/mail/index.ts";
import { env } from "#lib/kernel/env.ts";
import { readPageParam } from "../list-params.ts";
import { addExport } from "../lists/list.ts";
import { mailList } from "../lists/people.ts";
import { requireRole } from "../middleware/require-role.ts";
import { reply, routesAt } from "../typed-routes.ts";
import { notificationListItemView, notificationView } from "../views/notifications.ts";

/** E-mails to people of the account, of both modes. */
export const notificationRoutes = routesAt("/notifications");

notificationRoutes.app.use(requireRole("read_mail"));

notificationRoutes.get("/", async (c) => {
  const found = await browseMail(c.get("membership"), mailList.filter(c), readPageParam(c));
  const { rows, total, older, newer } = found;
  return reply(c, {
    notifications: rows.map(notificationListItemView),
    total,
    older,
    newer,
    hasMailServer: env.smtpUrl !== null,
  });
});

addExport(notificationRoutes, mailList, "read_mail");

notificationRoutes.get("/:id", async (c) =>
  reply(c, notificationView(await getMail(c.get("membership"), c.req.param("id")))),
);
