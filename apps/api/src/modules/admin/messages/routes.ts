import * as endpoints from '@cuentos/contract/admin/endpoints';
import { adminThread, adminThreads, threadsQuery, threadStateBody, unanswered } from '@cuentos/contract/admin/messages';
import { answerBody, readBody, threadWritten } from '@cuentos/contract/messages';
import { logQuery, pageParams, TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminMessageService } from './service.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];
const params = z.object({ id });
const nothing = { 204: z.null() };
/** A thread that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };

/** 'Admin': messages. */
export function registerAdminMessageRoutes(app: TypedApp, service: AdminMessageService): void {
  app.route({
    ...routeOf(endpoints.adminListThreads, {
      tags,
      summary: 'Threads, those that wait for an answer first',
      params: pageParams,
      querystring: threadsQuery,
      response: { 200: adminThreads },
    }),
    config,
    handler: async (request, reply) => sendPage(reply, await service.threads({ ...request.params, ...request.query })),
  });
  app.route({
    ...routeOf(endpoints.adminUnanswered, {
      tags,
      summary: 'How many threads wait for an answer',
      response: { 200: unanswered },
    }),
    config,
    handler: async () => ({ unanswered: await service.unanswered() }),
  });
  app.route({
    ...routeOf(endpoints.adminThread, {
      tags,
      summary: 'A thread with a page of its messages, newest first',
      params,
      querystring: logQuery,
      response: { 200: adminThread },
    }),
    config,
    handler: async (request, reply) => {
      const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
      const { thread, total } = await service.thread(request.params.id, { offset, limit });
      reply.header(TOTAL_COUNT_HEADER, total);
      return thread;
    },
  });
  registerAnswerRoutes(app, service);
}

function registerAnswerRoutes(app: TypedApp, service: AdminMessageService): void {
  app.route({
    ...routeOf(endpoints.adminReply, {
      tags,
      summary: 'Answer a thread; the person is told by mail',
      params,
      body: answerBody,
      response: { 201: threadWritten },
    }),
    config,
    handler: async (request, reply) => {
      await service.reply(callerOf(request), request.params.id, request.body);
      return reply.code(201).send({ thread_id: request.params.id });
    },
  });
  app.route({
    ...routeOf(endpoints.adminMarkThreadRead, {
      tags,
      summary: 'Note what of a thread was seen',
      params,
      body: readBody,
      response: nothing,
    }),
    config,
    handler: async (request, reply) => {
      await service.markRead(request.params.id, request.body.until);
      return reply.code(204).send(null);
    },
  });
  app.route({
    ...routeOf(endpoints.adminSetThreadState, {
      tags,
      summary: 'Close a thread, or have it wait for an answer again',
      params,
      body: threadStateBody,
      response: nothing,
    }),
    config,
    handler: async (request, reply) => {
      await service.setState(callerOf(request), request.params.id, request.body);
      return reply.code(204).send(null);
    },
  });
}
