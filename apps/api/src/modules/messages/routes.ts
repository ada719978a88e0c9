import {
  beginThread,
  countUnreadMessages,
  getThread,
  getThreadOfOrder,
  listThreads,
  markThreadRead,
  replyInThread,
  writeAsVisitor,
} from '@cuentos/contract/messages';
import { TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { callerOf } from '../../platform/http/access.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { MessageService } from './service.ts';

/** A list that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };

/** Calls of readers and visitors who write to the author; another's thread answers like a missing one. */
export function registerMessageRoutes(app: TypedApp, messages: MessageService): void {
  serve(app, listThreads, async (request, reply) => {
    const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
    return sendPage(reply, await messages.threads(callerOf(request).userId, { offset, limit }));
  });
  serve(app, countUnreadMessages, async (request) => ({ unread: await messages.unread(callerOf(request).userId) }));
  serve(app, getThreadOfOrder, async (request) => messages.ofOrder(callerOf(request).userId, request.params.order_id));
  serve(app, getThread, async (request, reply) => {
    const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
    const page = { offset, limit };
    const { thread, total } = await messages.thread(callerOf(request).userId, request.params.id, page);
    reply.header(TOTAL_COUNT_HEADER, total);
    return thread;
  });
  registerWritingRoutes(app, messages);
}

function registerWritingRoutes(app: TypedApp, messages: MessageService): void {
  serve(app, beginThread, async (request) => {
    const writer = { userId: callerOf(request).userId, address: request.ip };
    return { thread_id: await messages.begin(writer, request.body) };
  });
  serve(app, replyInThread, async (request) => {
    const writer = { userId: callerOf(request).userId, address: request.ip };
    await messages.reply(writer, request.params.id, request.body);
    return { thread_id: request.params.id };
  });
  serve(app, markThreadRead, async (request) => {
    await messages.markRead(callerOf(request).userId, request.params.id, request.body.until);
  });
  serve(app, writeAsVisitor, async (request) => {
    const { captcha, ...message } = request.body;
    await messages.writeAsVisitor({ ...message, captcha }, request.ip);
    return { accepted: true as const };
  });
}
