import * as endpoints from '@cuentos/contract/endpoints/messages';
import {
  newThreadBody,
  ownThread,
  ownThreads,
  readBody,
  replyBody,
  threadOfOrder,
  threadWritten,
  unreadMessages,
  visitorAnswer,
  visitorMessageBody,
} from '@cuentos/contract/messages';
import { logQuery, TOTAL_COUNT_HEADER } from '@cuentos/contract/paging';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { MessageService } from './service.ts';

/** A list that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };
const tags = ['Messages'];
const params = z.object({ id });
const config = { access: 'user' } as const;

/** What readers and visitors write to the author; another's threads look like missing ones. */
export function registerMessageRoutes(app: TypedApp, messages: MessageService): void {
  app.route({
    ...routeOf(endpoints.listThreads, {
      tags,
      summary: 'Own threads, the latest written first',
      querystring: logQuery,
      response: { 200: ownThreads },
    }),
    config,
    handler: async (request, reply) => {
      const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
      return sendPage(reply, await messages.threads(callerOf(request).userId, { offset, limit }));
    },
  });
  app.route({
    ...routeOf(endpoints.unreadMessages, { tags, summary: 'Answers not seen', response: { 200: unreadMessages } }),
    config,
    handler: async (request) => ({ unread: await messages.unread(callerOf(request).userId) }),
  });
  app.route({
    ...routeOf(endpoints.getThreadOfOrder, {
      tags,
      summary: 'An own order to write about, and its thread',
      params: z.object({ order_id: id }),
      response: { 200: threadOfOrder },
    }),
    config,
    handler: async (request) => messages.ofOrder(callerOf(request).userId, request.params.order_id),
  });
  app.route({
    ...routeOf(endpoints.getThread, {
      tags,
      summary: 'An own thread with a page of its messages, newest first',
      params,
      querystring: logQuery,
      response: { 200: ownThread },
    }),
    config,
    handler: async (request, reply) => {
      const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
      const page = { offset, limit };
      const { thread, total } = await messages.thread(callerOf(request).userId, request.params.id, page);
      reply.header(TOTAL_COUNT_HEADER, total);
      return thread;
    },
  });
  registerWritingRoutes(app, messages);
}

function registerWritingRoutes(app: TypedApp, messages: MessageService): void {
  app.route({
    ...routeOf(endpoints.beginThread, {
      tags,
      summary: 'Write to the author, about an own order or anything else',
      body: newThreadBody,
      response: { 201: threadWritten },
    }),
    config,
    handler: async (request, reply) => {
      const writer = { userId: callerOf(request).userId, address: request.ip };
      return reply.code(201).send({ thread_id: await messages.begin(writer, request.body) });
    },
  });
  app.route({
    ...routeOf(endpoints.replyInThread, {
      tags,
      summary: 'Write on in an own thread',
      params,
      body: replyBody,
      response: { 201: threadWritten },
    }),
    config,
    handler: async (request, reply) => {
      const writer = { userId: callerOf(request).userId, address: request.ip };
      await messages.reply(writer, request.params.id, request.body);
      return reply.code(201).send({ thread_id: request.params.id });
    },
  });
  app.route({
    ...routeOf(endpoints.markThreadRead, {
      tags,
      summary: 'Note that answers were seen',
      params,
      body: readBody,
      response: { 204: z.null() },
    }),
    config,
    handler: async (request, reply) => {
      await messages.markRead(callerOf(request).userId, request.params.id, request.body.until);
      return reply.code(204).send(null);
    },
  });
  app.route({
    ...routeOf(endpoints.writeAsVisitor, {
      tags,
      summary: 'Write to the author without an account',
      body: visitorMessageBody,
      response: { 200: visitorAnswer },
    }),
    config: { access: 'public' },
    handler: async (request) => {
      const { captcha, ...message } = request.body;
      await messages.writeAsVisitor({ ...message, captcha }, request.ip);
      return { accepted: true as const };
    },
  });
}
