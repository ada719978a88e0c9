import { adminListUserMails, adminResendMail } from '@cuentos/contract/mails';
import { adminListUnfinishedOrders, adminListUserOrders } from '@cuentos/contract/orders';
import { callerOf } from '../../../platform/http/access.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminOrderService } from './service.ts';

/** Orders and mails as admins look them up. */
export function registerAdminOrderRoutes(app: TypedApp, orders: AdminOrderService): void {
  serve(app, adminListUnfinishedOrders, async (request) => orders.unfinished(request.query.q));
  serve(app, adminListUserOrders, async (request) => orders.ordersOf(request.params.id));
  serve(app, adminListUserMails, async (request) => orders.mailsOf(request.params.id));
  serve(app, adminResendMail, async (request) => {
    const { id: userId, mail } = request.params;
    return { sent_to: await orders.resend(callerOf(request), userId, mail) };
  });
}
