import * as endpoints from '@cuentos/contract/admin/endpoints';
import {
  discardBody,
  draftBody,
  editedSection,
  legalOverview,
  portrait,
  publishBody,
  sectionParams,
  sectionSaved,
} from '@cuentos/contract/admin/shop';
import { formFile } from '@cuentos/contract/form-fields';
import { limits } from '@cuentos/contract/limits';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { withForm } from '../../../platform/http/read-form.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import { type AdminShopService, adminShopTexts } from './service.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];
const params = sectionParams;

/** 'Admin': the shop's identity, words, legal facts and settings. */
export function registerAdminShopRoutes(app: TypedApp, adminShop: AdminShopService, uploads: string): void {
  app.route({
    ...routeOf(endpoints.adminShopSection, {
      tags,
      summary: 'A section of the shop, with its draft',
      params,
      response: { 200: editedSection },
    }),
    config,
    handler: async (request) => adminShop.section(request.params.section),
  });
  app.route({
    ...routeOf(endpoints.adminSaveShopDraft, {
      tags,
      summary: 'Keep what is being written',
      params,
      body: draftBody,
      response: { 200: sectionSaved },
    }),
    config,
    handler: async (request) => {
      const { revision, draft } = request.body;
      return { revision: await adminShop.saveDraft(callerOf(request), request.params.section, revision, draft) };
    },
  });
  app.route({
    ...routeOf(endpoints.adminDiscardShopDraft, {
      tags,
      summary: 'Forget what was being written',
      params,
      body: discardBody,
      response: { 200: sectionSaved },
    }),
    config,
    handler: async (request) => ({
      revision: await adminShop.discardDraft(callerOf(request), request.params.section, request.body.revision),
    }),
  });
  app.route({
    ...routeOf(endpoints.adminPublishShop, {
      tags,
      summary: 'Publish a section',
      params,
      body: publishBody,
      response: { 200: sectionSaved },
    }),
    // The budgets of guesses are among what is published, and who sells.
    config: { ...config, asksAgain: true },
    handler: async (request) => {
      const { revision, value } = request.body;
      return { revision: await adminShop.publish(callerOf(request), request.params.section, revision, value) };
    },
  });
  registerDocumentsAndPortrait(app, adminShop, uploads);
}

const rules = { portrait: { maxBytes: limits.portraitBytes, tooLarge: adminShopTexts.portraitTooLarge } };

function registerDocumentsAndPortrait(app: TypedApp, adminShop: AdminShopService, folder: string): void {
  app.route({
    ...routeOf(endpoints.adminLegalOverview, {
      tags,
      summary: 'What the legal documents are made of',
      response: { 200: legalOverview },
    }),
    config,
    handler: async () => adminShop.legalOverview(),
  });
  app.route({
    ...routeOf(endpoints.adminUploadPortrait, {
      tags,
      summary: 'Upload a portrait',
      consumes: ['multipart/form-data'],
      form: z.object({ portrait: formFile }),
      response: { 200: portrait },
    }),
    config,
    handler: async (request, reply) =>
      withForm(request, reply, { folder, files: rules }, async ({ files }) => {
        const detail = adminShopTexts.portraitMissing;
        if (!files.portrait) throw new AppError('invalid_request', { detail, fields: { portrait: detail } });
        return adminShop.storePortrait(callerOf(request), files.portrait.path);
      }),
  });
}
