import { limits } from '@cuentos/contract/limits';
import {
  adminDiscardShopDraft,
  adminGetLegalOverview,
  adminGetShopSection,
  adminPublishShop,
  adminSaveShopDraft,
  adminUploadPortrait,
} from '@cuentos/contract/shop';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { withForm } from '../../../platform/http/read-form.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminShopService } from './service.ts';
import { adminShopTexts } from './texts.ts';

/** 'Admin': the shop's identity, words, legal facts and settings. */
export function registerAdminShopRoutes(app: TypedApp, adminShop: AdminShopService, uploads: string): void {
  serve(app, adminGetShopSection, async (request) => adminShop.section(request.params.section));
  serve(app, adminSaveShopDraft, async (request) => {
    const { revision, draft } = request.body;
    return { revision: await adminShop.saveDraft(callerOf(request), request.params.section, revision, draft) };
  });
  serve(app, adminDiscardShopDraft, async (request) => ({
    revision: await adminShop.discardDraft(callerOf(request), request.params.section, request.body.revision),
  }));
  // Sections include the limits of guesses and the seller's data, so publishing needs a confirmation.
  serve(app, adminPublishShop, async (request) => {
    const { revision, value } = request.body;
    return { revision: await adminShop.publish(callerOf(request), request.params.section, revision, value) };
  });
  registerDocumentsAndPortrait(app, adminShop, uploads);
}

const rules = { portrait: { maxBytes: limits.portraitBytes, tooLarge: adminShopTexts.portraitTooLarge } };

function registerDocumentsAndPortrait(app: TypedApp, adminShop: AdminShopService, folder: string): void {
  serve(app, adminGetLegalOverview, async () => adminShop.legalOverview());
  serve(app, adminUploadPortrait, async (request, reply) =>
    withForm(request, reply, { folder, files: rules }, async ({ files }) => {
      const detail = adminShopTexts.portraitMissing;
      if (!files.portrait) throw new AppError('invalid_request', { detail, fields: { portrait: detail } });
      return adminShop.storePortrait(callerOf(request), files.portrait.path);
    }),
  );
}
