import { getPocket, putInPocket, takeOutOfPocket } from '@cuentos/contract/pocket';
import { quoteParts } from '@cuentos/contract/quote';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { PocketService } from './service.ts';

/** Routes of quotes and of the pocket. */
export function registerPocketRoutes(app: TypedApp, pocket: PocketService): void {
  serve(app, quoteParts, async ({ caller, ip, query }) =>
    pocket.quote({
      userId: caller?.userId ?? null,
      partIds: query.part_ids,
      code: query.code,
      isGift: query.gift !== undefined,
      address: ip,
    }),
  );
  serve(app, getPocket, async (request) => pocket.read(callerOf(request).userId));
  serve(app, putInPocket, async (request) => pocket.put(callerOf(request).userId, request.body.part_ids));
  serve(app, takeOutOfPocket, async (request) => pocket.takeOut(callerOf(request).userId, request.params.part_id));
}
