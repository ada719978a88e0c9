import {
  adminChangeDiscountCode,
  adminCreateDiscountCode,
  adminDeleteDiscountCode,
  adminListDiscountCodes,
  adminSwitchDiscountCode,
} from '@cuentos/contract/discount-codes';
import { callerOf } from '../../platform/http/access.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { DiscountCodeService } from './service.ts';

/** 'Códigos': for admins alone, since a code may be for everything in the shop. */
export function registerDiscountCodeRoutes(app: TypedApp, codes: DiscountCodeService): void {
  serve(app, adminListDiscountCodes, async ({ query: { offset = 0, limit = 50, q } }, reply) =>
    sendPage(reply, await codes.list(q, { offset, limit })),
  );
  serve(app, adminCreateDiscountCode, async (request) => await codes.create(callerOf(request).userId, request.body));
  serve(app, adminChangeDiscountCode, async (request) =>
    codes.change(callerOf(request).userId, request.params.id, request.body),
  );
  serve(app, adminSwitchDiscountCode, async (request) =>
    codes.switch(callerOf(request).userId, request.params.id, request.body.is_active),
  );
  serve(app, adminDeleteDiscountCode, async (request) => {
    await codes.remove(callerOf(request).userId, request.params.id);
    return { deleted: true as const };
  });
}
