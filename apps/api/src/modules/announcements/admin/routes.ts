import {
  adminChangeAnnouncement,
  adminCreateAnnouncement,
  adminDeleteAnnouncement,
  adminGetAnnouncement,
  adminGetAnnouncementMail,
  adminGetReleaseMail,
  adminListAnnouncements,
  adminListAudiences,
  adminSendAnnouncement,
  adminStepAnnouncement,
  adminTestAnnouncement,
} from '@cuentos/contract/announcements';
import { adminEraseAddress, adminGetMailingListCsv } from '@cuentos/contract/mailing-list';
import { parseSantiagoMinute } from '@cuentos/domain/time/santiago';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AnnouncementService } from '../service.ts';
import type { AdminMailingListService } from './service.ts';
import { sendTimeTexts } from '../texts.ts';
import { listCsvTexts } from './texts.ts';

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
  serve(app, adminListAnnouncements, async (request, reply) => {
    const { offset = 0, limit = 50 } = request.query;
    return sendPage(reply, await announcements.list({ offset, limit }));
  });
  serve(app, adminListAudiences, async () => announcements.audiences());
  serve(app, adminGetReleaseMail, async () => announcements.releaseMail());
  serve(app, adminGetAnnouncementMail, async (request) => announcements.mail(request.params.id));
  serve(app, adminGetAnnouncement, async (request) => announcements.read(request.params.id));
}

function registerWriting(app: TypedApp, announcements: AnnouncementService): void {
  serve(
    app,
    adminCreateAnnouncement,
    async (request) => await announcements.create(callerOf(request).userId, request.body),
  );
  serve(app, adminChangeAnnouncement, async (request) =>
    announcements.change(callerOf(request).userId, request.params.id, request.body),
  );
  serve(app, adminDeleteAnnouncement, async (request) => {
    await announcements.remove(callerOf(request).userId, request.params.id);
    return { deleted: true as const };
  });
}

function registerSending(app: TypedApp, announcements: AnnouncementService): void {
  serve(app, adminSendAnnouncement, async (request) => {
    const { send_at: requestedTime } = request.body;
    const sendAt = requestedTime === null ? null : parseSantiagoMinute(requestedTime);
    if (requestedTime !== null && sendAt === null) {
      throw new AppError('invalid_request', { fields: { send_at: sendTimeTexts.invalid } });
    }
    return announcements.send(callerOf(request).userId, request.params.id, sendAt);
  });
  serve(app, adminStepAnnouncement, async (request) =>
    announcements.step(callerOf(request).userId, request.params.id, request.body.step),
  );
  serve(app, adminTestAnnouncement, async (request) => {
    const { userId, email } = callerOf(request);
    await announcements.test({ id: userId, email }, request.params.id);
    return { sent_to: email };
  });
}

function registerList(app: TypedApp, adminMailingList: AdminMailingListService): void {
  serve(app, adminGetMailingListCsv, async (request, reply) => {
    const csv = await adminMailingList.exportCsv(callerOf(request).userId);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${listCsvTexts.fileName}"`);
    return sendText(reply, csv);
  });
  serve(app, adminEraseAddress, async (request) => ({
    erased: await adminMailingList.erase(callerOf(request).userId, request.body.email),
  }));
}
