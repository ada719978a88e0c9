import {
  adminChangePart,
  adminCreatePart,
  adminCreatePartFromEpub,
  adminDeletePart,
  adminListParts,
  adminOrderParts,
  adminPreviewSample,
  adminRestorePart,
  adminSetSample,
  partForm,
  partFormChange,
  partFromEpubForm,
} from '@cuentos/contract/parts';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { parseFields, withForm } from '../../../platform/http/read-form.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import { epubRule, imageRule } from './file-rules.ts';
import type { AdminPartService } from './parts-service.ts';
import { uploadTexts } from './texts.ts';

/** 'Admin': parts and their EPUB. */
export function registerAdminPartRoutes(app: TypedApp, parts: AdminPartService, folder: string): void {
  serve(app, adminListParts, async (request) => parts.list(callerOf(request), request.query.book_id));
  registerCreation(app, parts, folder);
  serve(app, adminChangePart, async (request, reply) => {
    const rules = { folder, files: { image: imageRule, ebook_file: epubRule } };
    return withForm(request, reply, rules, async ({ fields, files, signal }) => {
      const { image, ebook_file } = files;
      const form = parseFields(partFormChange, fields);
      return parts.change(callerOf(request), request.params.id, form, { image, ebook_file, signal });
    });
  });
  registerSample(app, parts);
  registerPlacing(app, parts);
}

/** Calls about the text of a part that is open to everybody. */
function registerSample(app: TypedApp, parts: AdminPartService): void {
  serve(app, adminPreviewSample, async (request) =>
    parts.previewSample(callerOf(request), request.params.id, request.query.share ?? null),
  );
  serve(app, adminSetSample, async (request) =>
    parts.setSample(callerOf(request), request.params.id, request.body.share),
  );
}

/** Whether a part is there, and where among the others. */
function registerPlacing(app: TypedApp, parts: AdminPartService): void {
  serve(app, adminRestorePart, async (request) => {
    await parts.restore(callerOf(request), request.params.id);
    return { restored: true as const };
  });
  serve(app, adminOrderParts, async (request) => parts.order(callerOf(request), request.params.id, request.body.ids));
  serve(app, adminDeletePart, async (request) => {
    await parts.archive(callerOf(request), request.params.id);
    return { deleted: true as const };
  });
}

/** The two ways to make a part: by its form, or of an EPUB alone. */
function registerCreation(app: TypedApp, parts: AdminPartService, folder: string): void {
  serve(app, adminCreatePart, async (request, reply) => {
    const rules = { folder, files: { image: imageRule } };
    const part = await withForm(request, reply, rules, async ({ fields, files: { image } }) => {
      const form = parseFields(partForm, fields, image ? {} : { image: uploadTexts.noImage });
      if (!image) throw new AppError('invalid_request');
      return parts.create(callerOf(request), request.params.id, form, image);
    });
    return part;
  });
  serve(app, adminCreatePartFromEpub, async (request, reply) => {
    const rules = { folder, files: { ebook_file: epubRule } };
    const part = await withForm(request, reply, rules, async ({ fields, files: { ebook_file: ebook }, signal }) => {
      const form = parseFields(partFromEpubForm, fields, ebook ? {} : { ebook_file: uploadTexts.notEpub });
      if (!ebook) throw new AppError('invalid_request');
      return parts.createFromEpub(callerOf(request), request.params.id, form, { ebook, signal });
    });
    return part;
  });
}
