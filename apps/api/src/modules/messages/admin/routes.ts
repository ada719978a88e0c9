import {
  adminGetThread,
  adminListThreads,
  adminMarkThreadRead,
  adminReply,
  adminSetThreadState,
} from '@cuentos/contract/messages';
import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminMessageService } from './service.ts';

/** A thread that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };

/** 'Admin': messages. */
export function registerAdminMessageRoutes(app: TypedApp, service: AdminMessageService): void {
  serve(app, adminListThreads, async (request, reply) =>
    sendPage(reply, await service.threads({ ...request.params, ...request.query })),
  );
  serve(app, adminGetThread, async (request, reply) => {
    const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
    const { thread, total } = await service.thread(request.params.id, { offset, limit });
    reply.header(TOTAL_COUNT_HEADER, total);
    return thread;
  });
  registerAnswerRoutes(app, service);
}

function registerAnswerRoutes(app: TypedApp, service: AdminMessageService): void {
  serve(app, adminReply, async (request) => {
    await service.reply(callerOf(request), request.params.id, request.body);
    return { thread_id: request.params.id };
  });
  serve(app, adminMarkThreadRead, async (request) => {
    await service.markRead(request.params.id, request.body.until);
  });
  serve(app, adminSetThreadState, async (request) => {
    await service.setState(callerOf(request), request.params.id, request.body);
  });
}
