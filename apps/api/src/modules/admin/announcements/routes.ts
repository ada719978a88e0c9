import {
  announcement,
  announcementBody,
  announcements as announcementList,
  announcementSend,
  announcementStep,
  announcementTest,
  audiences,
  eraseAddressBody,
  erasedAddress,
  mailLook,
} from '@cuentos/contract/admin/announcements';
import * as endpoints from '@cuentos/contract/admin/endpoints';
import { deleted, logQuery } from '@cuentos/contract/paging';
import { id } from '@cuentos/contract/primitives';
import { parseSantiagoMinute } from '@cuentos/domain/time/santiago';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { AnnouncementService } from '../../announcements/service.ts';
import type { AdminMailingListService } from './service.ts';
import { listCsvTexts } from './texts.ts';

const config = { access: 'admin' } as const;
/** What reaches everybody, or shows everybody. */
const asksAgain = { access: 'admin', asksAgain: true } as const;
const tags = ['Admin'];
const params = z.object({ id });

interface Services {
  readonly announcements: AnnouncementService;
  readonly adminMailingList: AdminMailingListService;
}

/** 'Anuncios', and the list with its proofs of consent. */
export function registerAnnouncementRoutes(app: TypedApp, { announcements, adminMailingList }: Services): void {
  registerReading(app, announcements);
  registerWriting(app, announcements);
  registerSending(app, announcements);
  registerList(app, adminMailingList);
}

function registerReading(app: TypedApp, announcements: AnnouncementService): void {
  app.route({
    ...routeOf(endpoints.adminListAnnouncements, {
      tags,
      summary: 'Announcements',
      querystring: logQuery,
      response: { 200: announcementList },
    }),
    config,
    handler: async (request, reply) => {
      const { offset = 0, limit = 50 } = request.query;
      return sendPage(reply, await announcements.list({ offset, limit }));
    },
  });
  app.route({
    ...routeOf(endpoints.adminAudiences, {
      tags,
      summary: 'Who an announcement can go to, and the next release',
      response: { 200: audiences },
    }),
    config,
    handler: async () => announcements.audiences(),
  });
  app.route({
    ...routeOf(endpoints.adminReleaseMail, {
      tags,
      summary: 'The mail of the release that comes next',
      response: { 200: mailLook },
    }),
    config,
    handler: async () => announcements.releaseMail(),
  });
  app.route({
    ...routeOf(endpoints.adminAnnouncementMail, {
      tags,
      summary: 'An announcement as it arrives',
      params,
      response: { 200: mailLook },
    }),
    config,
    handler: async (request) => announcements.mail(request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminGetAnnouncement, {
      tags,
      summary: 'An announcement with its results',
      params,
      response: { 200: announcement },
    }),
    config,
    handler: async (request) => announcements.read(request.params.id),
  });
}

function registerWriting(app: TypedApp, announcements: AnnouncementService): void {
  app.route({
    ...routeOf(endpoints.adminCreateAnnouncement, {
      tags,
      summary: 'Write a draft',
      body: announcementBody,
      response: { 201: announcement },
    }),
    config,
    handler: async (request, reply) =>
      reply.code(201).send(await announcements.create(callerOf(request).userId, request.body)),
  });
  app.route({
    ...routeOf(endpoints.adminChangeAnnouncement, {
      tags,
      summary: 'Change a draft',
      body: announcementBody,
      params,
      response: { 200: announcement },
    }),
    config,
    handler: async (request) => announcements.change(callerOf(request).userId, request.params.id, request.body),
  });
  app.route({
    ...routeOf(endpoints.adminDeleteAnnouncement, {
      tags,
      summary: 'Delete a draft',
      params,
      response: { 200: deleted },
    }),
    config,
    handler: async (request) => {
      await announcements.remove(callerOf(request).userId, request.params.id);
      return { deleted: true as const };
    },
  });
}

function registerSending(app: TypedApp, announcements: AnnouncementService): void {
  app.route({
    ...routeOf(endpoints.adminSendAnnouncement, {
      tags,
      summary: 'Send a draft now or later',
      body: announcementSend,
      params,
      response: { 200: announcement },
    }),
    config: asksAgain,
    handler: async (request) => {
      const { send_at: asked } = request.body;
      const sendAt = asked === null ? null : parseSantiagoMinute(asked);
      if (asked !== null && sendAt === null) {
        throw new AppError('invalid_request', { fields: { send_at: 'La fecha no es válida.' } });
      }
      return announcements.send(callerOf(request).userId, request.params.id, sendAt);
    },
  });
  app.route({
    ...routeOf(endpoints.adminStepAnnouncement, {
      tags,
      summary: 'Pause, go on, stop or cancel',
      body: announcementStep,
      params,
      response: { 200: announcement },
    }),
    config,
    handler: async (request) => announcements.step(callerOf(request).userId, request.params.id, request.body.step),
  });
  app.route({
    ...routeOf(endpoints.adminTestAnnouncement, {
      tags,
      summary: 'Mail it to oneself',
      params,
      response: { 200: announcementTest },
    }),
    config,
    handler: async (request) => {
      const { userId, email } = callerOf(request);
      await announcements.test({ id: userId, email }, request.params.id);
      return { sent_to: email };
    },
  });
}

function registerList(app: TypedApp, adminMailingList: AdminMailingListService): void {
  app.route({
    ...routeOf(endpoints.adminListCsv, {
      tags,
      summary: 'The mailing list with its proofs of consent',
      response: { 200: z.string() },
    }),
    config: asksAgain,
    handler: async (request, reply) => {
      const csv = await adminMailingList.exportCsv(callerOf(request).userId);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${listCsvTexts.fileName}"`);
      return sendText(reply, csv);
    },
  });
  app.route({
    ...routeOf(endpoints.adminEraseAddress, {
      tags,
      summary: 'Remove an address with everything about it',
      body: eraseAddressBody,
      response: { 200: erasedAddress },
    }),
    config: asksAgain,
    handler: async (request) => ({
      erased: await adminMailingList.erase(callerOf(request).userId, request.body.email),
    }),
  });
}
