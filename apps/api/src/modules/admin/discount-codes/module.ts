import {
  discountCode,
  discountCodeActive,
  discountCodeBody,
  discountCodes as discountCodeList,
} from '@cuentos/contract/admin/discount-codes';
import * as endpoints from '@cuentos/contract/endpoints/discount-codes';
import { deleted, logQuery, searchQuery } from '@cuentos/contract/paging';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { DiscountCodeService } from '../../discount-codes/service.ts';

/** 'Códigos': for admins alone, since a code may be for everything in the shop. */
export function adminDiscountCodesModule(
  _context: ModuleContext,
  { discountCodes }: { readonly discountCodes: DiscountCodeService },
): Module<object> {
  return { services: {}, routes: (app) => registerDiscountCodeRoutes(app, discountCodes) };
}

const tags = ['Admin'];
const config = { access: 'admin' } as const;
/** A code may give the whole shop away. */
const askingAgain = { access: 'admin', asksAgain: true } as const;
const params = z.object({ id });

function registerDiscountCodeRoutes(app: TypedApp, codes: DiscountCodeService): void {
  app.route({
    ...routeOf(endpoints.adminListDiscountCodes, {
      tags,
      summary: 'Discount codes',
      querystring: logQuery.extend(searchQuery.shape),
      response: { 200: discountCodeList },
    }),
    config,
    handler: async ({ query: { offset = 0, limit = 50, q } }, reply) =>
      sendPage(reply, await codes.list(q, { offset, limit })),
  });
  app.route({
    ...routeOf(endpoints.adminCreateDiscountCode, {
      tags,
      summary: 'Make a discount code',
      body: discountCodeBody,
      response: { 201: discountCode },
    }),
    config: askingAgain,
    handler: async (request, reply) => reply.code(201).send(await codes.create(callerOf(request).userId, request.body)),
  });
  app.route({
    ...routeOf(endpoints.adminChangeDiscountCode, {
      tags,
      summary: 'Change a discount code',
      params,
      body: discountCodeBody,
      response: { 200: discountCode },
    }),
    config: askingAgain,
    handler: async (request) => codes.change(callerOf(request).userId, request.params.id, request.body),
  });
  app.route({
    ...routeOf(endpoints.adminSwitchDiscountCode, {
      tags,
      summary: 'Switch a discount code off, or on again',
      params,
      body: discountCodeActive,
      response: { 200: discountCode },
    }),
    config: askingAgain,
    handler: async (request) => codes.switch(callerOf(request).userId, request.params.id, request.body.is_active),
  });
  app.route({
    ...routeOf(endpoints.adminDeleteDiscountCode, {
      tags,
      summary: 'Delete a discount code that no order was made with',
      params,
      response: { 200: deleted },
    }),
    config,
    handler: async (request) => {
      await codes.remove(callerOf(request).userId, request.params.id);
      return { deleted: true as const };
    },
  });
}
