import * as endpoints from '@cuentos/contract/admin/endpoints';
import { deleted, restored } from '@cuentos/contract/paging';
import {
  adminPart,
  adminParts,
  changedPart,
  partForm,
  partFormChange,
  partFromEpubForm,
  partsOrderBody,
  partsQuery,
  sampleBody,
  samplePreview,
  sampleQuery,
} from '@cuentos/contract/admin/books';
import { formFile } from '@cuentos/contract/form-fields';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { parseFields, withForm } from '../../../platform/http/read-form.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import { epubRule, imageRule } from './file-rules.ts';
import type { AdminPartService } from './parts-service.ts';
import { uploadTexts } from './texts.ts';

const consumes = ['multipart/form-data'];
const tags = ['Admin'];
const params = z.object({ id });
const createForm = partForm.extend({ image: formFile });
const fromEpubForm = partFromEpubForm.extend({ ebook_file: formFile });
const changeForm = partFormChange.extend({ image: formFile.optional(), ebook_file: formFile.optional() });

/** 'Admin': parts and their EPUB. */
export function registerAdminPartRoutes(app: TypedApp, parts: AdminPartService, folder: string): void {
  app.route({
    ...routeOf(endpoints.adminListParts, {
      tags,
      summary: 'Parts with drafts',
      querystring: partsQuery,
      response: { 200: adminParts },
    }),
    config: { access: 'writter' },
    handler: async (request) => parts.list(callerOf(request), request.query.book_id),
  });
  registerCreation(app, parts, folder);
  app.route({
    ...routeOf(endpoints.adminChangePart, {
      tags,
      summary: 'Change a part or give it its EPUB',
      consumes,
      form: changeForm,
      params,
      response: { 200: changedPart },
    }),
    config: { access: 'writter' },
    handler: async (request, reply) => {
      const rules = { folder, files: { image: imageRule, ebook_file: epubRule } };
      return withForm(request, reply, rules, async ({ fields, files, signal }) => {
        const { image, ebook_file } = files;
        const form = parseFields(partFormChange, fields);
        return parts.change(callerOf(request), request.params.id, form, { image, ebook_file, signal });
      });
    },
  });
  registerSample(app, parts);
  registerPlacing(app, parts);
}

/** What of a part everybody may read. */
function registerSample(app: TypedApp, parts: AdminPartService): void {
  app.route({
    ...routeOf(endpoints.adminPreviewSample, {
      tags,
      summary: 'Where a beginning would end',
      params,
      querystring: sampleQuery,
      response: { 200: samplePreview },
    }),
    config: { access: 'writter' },
    handler: async (request) => parts.previewSample(callerOf(request), request.params.id, request.query.share ?? null),
  });
  app.route({
    ...routeOf(endpoints.adminSetSample, {
      tags,
      summary: 'Choose how much everybody may read',
      params,
      body: sampleBody,
      response: { 200: adminPart },
    }),
    config: { access: 'writter' },
    handler: async (request) => parts.setSample(callerOf(request), request.params.id, request.body.share),
  });
}

/** Whether a part is there, and where among the others. */
function registerPlacing(app: TypedApp, parts: AdminPartService): void {
  app.route({
    ...routeOf(endpoints.adminRestorePart, {
      tags,
      summary: 'Bring a deleted part back',
      params,
      response: { 200: restored },
    }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request) => {
      await parts.restore(callerOf(request), request.params.id);
      return { restored: true as const };
    },
  });
  app.route({
    ...routeOf(endpoints.adminOrderParts, {
      tags,
      summary: 'Reading order of the parts of a book',
      params,
      body: partsOrderBody,
      response: { 200: adminParts },
    }),
    config: { access: 'writter' },
    handler: async (request) => parts.order(callerOf(request), request.params.id, request.body.ids),
  });
  app.route({
    ...routeOf(endpoints.adminDeletePart, { tags, summary: 'Archive a part', params, response: { 200: deleted } }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request) => {
      await parts.archive(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
}

/** The two ways to make a part: by its form, or of an EPUB alone. */
function registerCreation(app: TypedApp, parts: AdminPartService, folder: string): void {
  app.route({
    ...routeOf(endpoints.adminCreatePart, {
      tags,
      summary: 'Create a part of a book',
      consumes,
      form: createForm,
      params,
      response: { 201: adminPart },
    }),
    config: { access: 'writter' },
    handler: async (request, reply) => {
      const rules = { folder, files: { image: imageRule } };
      const part = await withForm(request, reply, rules, async ({ fields, files: { image } }) => {
        const form = parseFields(partForm, fields, image ? {} : { image: uploadTexts.noImage });
        if (!image) throw new AppError('invalid_request');
        return parts.create(callerOf(request), request.params.id, form, image);
      });
      return reply.code(201).send(part);
    },
  });
  app.route({
    ...routeOf(endpoints.adminCreatePartFromEpub, {
      tags,
      summary: 'Make a draft part of an EPUB',
      consumes,
      form: fromEpubForm,
      params,
      response: { 201: changedPart },
    }),
    config: { access: 'writter' },
    handler: async (request, reply) => {
      const rules = { folder, files: { ebook_file: epubRule } };
      const part = await withForm(request, reply, rules, async ({ fields, files: { ebook_file: ebook }, signal }) => {
        const form = parseFields(partFromEpubForm, fields, ebook ? {} : { ebook_file: uploadTexts.notEpub });
        if (!ebook) throw new AppError('invalid_request');
        return parts.createFromEpub(callerOf(request), request.params.id, form, { ebook, signal });
      });
      return reply.code(201).send(part);
    },
  });
}
