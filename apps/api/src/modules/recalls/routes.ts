import { adminLiftRecall, adminListRecalls, adminRecallParts } from '@cuentos/contract/recalls';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { RecallService } from './service.ts';

/** Recalls, for admins alone. */
export function registerRecallRoutes(app: TypedApp, recalls: RecallService): void {
  serve(app, adminListRecalls, async () => recalls.list());
  serve(app, adminRecallParts, async (request) => {
    const { part_ids: partIds, kind, reason } = request.body;
    return recalls.recall(callerOf(request).userId, { partIds, kind, reason });
  });
  serve(app, adminLiftRecall, async (request) => {
    await recalls.lift(callerOf(request).userId, request.params.part_id);
    return { deleted: true as const };
  });
}
