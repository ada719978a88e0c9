import {
  adminEndEarlyAccess,
  adminGiveEarlyAccess,
  adminGetEntitlementsCsv,
  adminGrantPart,
  adminInviteEarly,
  adminListEarlyAccess,
  adminListEntitlements,
  adminListHoldings,
  adminRevokeGrant,
} from '@cuentos/contract/entitlements';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminEntitlementService } from './service.ts';
import { csvTexts } from './texts.ts';

/** Routes of entitlements, grants and early access for admins. */
export function registerAdminEntitlementRoutes(app: TypedApp, service: AdminEntitlementService): void {
  serve(app, adminListEntitlements, async (request, reply) =>
    sendPage(reply, await service.list({ ...request.params, ...request.query })),
  );
  serve(app, adminGetEntitlementsCsv, async (request, reply) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${csvTexts.fileName}"`);
    return sendText(reply, await service.csv(callerOf(request), request.query.q));
  });
  serve(app, adminListHoldings, async (request) => service.holdings(request.params.id));
  registerGrantRoutes(app, service);
  registerEarlyAccessRoutes(app, service);
}

/** Parts for good, without a sale. */
function registerGrantRoutes(app: TypedApp, service: AdminEntitlementService): void {
  serve(app, adminGrantPart, async (request) => {
    const { id: userId, part } = request.params;
    const gift = { userId, partId: part, notify: request.body?.notify ?? true };
    const waits = await service.grant(callerOf(request), gift);
    return { id: part, waits };
  });
  serve(app, adminRevokeGrant, async (request) => {
    const { id: userId, part } = request.params;
    await service.revokeGrant(callerOf(request), userId, part);
    return { deleted: true as const };
  });
}

/** Early access of several people at once. */
function registerInvitations(app: TypedApp, service: AdminEntitlementService): void {
  serve(app, adminInviteEarly, async (request) => {
    const { user_id: userId = null, emails, expires_at: end, notify = true } = request.body;
    const expiresAt = end ? Date.parse(end) : null;
    return service.inviteEarly(callerOf(request), { partId: request.params.part, userId, emails, expiresAt, notify });
  });
}

function registerEarlyAccessRoutes(app: TypedApp, service: AdminEntitlementService): void {
  registerInvitations(app, service);
  serve(app, adminListEarlyAccess, async (request, reply) =>
    sendPage(reply, await service.listEarlyAccess({ ...request.params, ...request.query })),
  );
  serve(app, adminGiveEarlyAccess, async (request) => {
    const { id: userId, part } = request.params;
    const end = request.body?.expires_at ?? null;
    const waits = await service.grantEarlyAccess(callerOf(request), {
      userId,
      partId: part,
      expiresAt: end === null ? null : Date.parse(end),
      notify: request.body?.notify ?? true,
    });
    return { expires_at: end, waits };
  });
  serve(app, adminEndEarlyAccess, async (request) => {
    const { id: userId, part } = request.params;
    await service.revokeEarlyAccess(callerOf(request), userId, part);
    return { deleted: true as const };
  });
}
