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
  type Announcement,
  type AnnouncementChange,
  type AnnouncementSend,
  type AnnouncementStep,
} from '@cuentos/contract/announcements';
import { adminEraseAddress, adminGetMailingListCsv } from '@cuentos/contract/mailing-list';
import { ApiError } from '../../../lib/api/api-error.ts';
import { adminCall, downloadFile, adminQueryOf } from '../../admin/admin-call.ts';
import type { FailureTexts } from '../../admin/admin-mutation.ts';
import { pagesOf } from '../../admin/use-paged-list.ts';
import { announcementTexts as t } from './texts.ts';
import { keyOf } from '../../../lib/api/query-key.ts';

/** Common key of the queries about announcements. */
export const ANNOUNCEMENTS_KEY = keyOf(adminListAnnouncements);

/** GET /api/admin/announcements. */
export const announcementPages = pagesOf(adminListAnnouncements);

export const announcementQuery = (id: string) =>
  adminQueryOf(adminGetAnnouncement, { params: { id }, handles: 'all', quiet: true });

export const audiencesQuery = adminQueryOf(adminListAudiences, { handles: 'all' });

/** A mail as it arrives: of an announcement, or without an id of the release that comes next. */
export const mailLookQuery = (id: string | null) =>
  id === null
    ? adminQueryOf(adminGetReleaseMail, { handles: 'all', quiet: true })
    : adminQueryOf(adminGetAnnouncementMail, { params: { id }, handles: 'all', quiet: true });

/** Whether an announcement can no longer be edited: it was deleted or sent. */
export async function isAnnouncementOver(id: string): Promise<boolean> {
  return adminCall(adminGetAnnouncement, { params: { id }, handles: 'all', quiet: true }).then(
    ({ state }) => state !== 'draft' && state !== 'scheduled',
    (error: unknown) => error instanceof ApiError && error.status === 404,
  );
}

/** POST or PUT of a draft. @param json with `seen`, the call is refused where another admin changed the same field */
export function saveDraft(id: string | null, { seen, ...body }: AnnouncementChange): Promise<Announcement> {
  if (id === null) return adminCall(adminCreateAnnouncement, { json: body, handles: 'all' });
  const json = { ...body, ...(seen ? { seen } : {}) };
  return adminCall(adminChangeAnnouncement, { params: { id }, json, handles: 'all' });
}

export function sendDraft(id: string, sendAt: string | null): Promise<Announcement> {
  const json: AnnouncementSend = { send_at: sendAt };
  return adminCall(adminSendAnnouncement, { params: { id }, json, handles: 'all' });
}

export function takeStep(id: string, step: AnnouncementStep['step']): Promise<Announcement> {
  return adminCall(adminStepAnnouncement, { params: { id }, json: { step }, handles: 'all' });
}

export function removeDraft(id: string): Promise<unknown> {
  return adminCall(adminDeleteAnnouncement, { params: { id }, handles: 'all' });
}

export function sendTest(id: string): Promise<{ sent_to: string }> {
  return adminCall(adminTestAnnouncement, { params: { id }, handles: 'all' });
}

/** GET /api/admin/newsletter.csv, kept as a file. */
export function downloadList(): Promise<void> {
  return downloadFile(adminGetMailingListCsv, {}, t.listName);
}

/** POST /api/admin/newsletter/erase. */
export function eraseAddress(email: string): Promise<{ erased: boolean }> {
  return adminCall(adminEraseAddress, { json: { email }, handles: 'all' });
}

/** Sentences for a failed call. */
export const announcementFailures: FailureTexts = {
  failed: t.failed,
  byCode: { announcement_not_found: t.gone, announcement_state: t.changed },
  serverSays: [409],
};
