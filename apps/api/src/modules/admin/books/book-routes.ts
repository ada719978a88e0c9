import * as endpoints from '@cuentos/contract/admin/endpoints';
import {
  adminBook,
  adminBooks,
  bookForm,
  bookFormChange,
  deletedBooks,
  shelfBody,
} from '@cuentos/contract/admin/books';
import { deleted, restored } from '@cuentos/contract/paging';
import { formFile } from '@cuentos/contract/form-fields';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { type Form, parseFields, withForm } from '../../../platform/http/read-form.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import { imageRule } from './file-rules.ts';
import type { AdminBookService } from './books-service.ts';
import { uploadTexts } from './texts.ts';

const consumes = ['multipart/form-data'];
const tags = ['Admin'];
const params = z.object({ id });
const createForm = bookForm.extend({ image: formFile, back_image: formFile });
const changeForm = bookFormChange.extend({ image: formFile.optional(), back_image: formFile.optional() });

/** 'Admin': books. Writters see and change their own. */
export function registerAdminBookRoutes(app: TypedApp, books: AdminBookService, folder: string): void {
  const rules = { folder, files: { image: imageRule, back_image: imageRule } };
  const imagesOf = ({ files }: Form) => ({ image: files['image'], back_image: files['back_image'] });
  app.route({
    ...routeOf(endpoints.adminListBooks, { tags, summary: 'Books with drafts', response: { 200: adminBooks } }),
    config: { access: 'writter' },
    handler: async (request) => books.list(callerOf(request)),
  });
  app.route({
    ...routeOf(endpoints.adminCreateBook, {
      tags,
      summary: 'Create a book',
      consumes,
      form: createForm,
      response: { 201: adminBook },
    }),
    config: { access: 'writter' },
    handler: async (request, reply) => {
      const book = await withForm(request, reply, rules, async (form) => {
        const fields = parseFields(bookForm, form.fields, missingImages(form));
        return books.create(callerOf(request), fields, imagesOf(form));
      });
      return reply.code(201).send(book);
    },
  });
  app.route({
    ...routeOf(endpoints.adminChangeBook, {
      tags,
      summary: 'Change a book, or only its draft state',
      consumes,
      form: changeForm,
      params,
      response: { 200: adminBook },
    }),
    config: { access: 'writter' },
    handler: async (request, reply) =>
      withForm(request, reply, rules, async (form) =>
        books.change(callerOf(request), request.params.id, parseFields(bookFormChange, form.fields), imagesOf(form)),
      ),
  });
  registerShelf(app, books);
}

/** Which books are there, and in which order. */
function registerShelf(app: TypedApp, books: AdminBookService): void {
  app.route({
    ...routeOf(endpoints.adminOrderShelf, {
      tags,
      summary: 'Order of the shelf',
      body: shelfBody,
      response: { 200: adminBooks },
    }),
    config: { access: 'admin' },
    handler: async (request) => books.order(callerOf(request), request.body.ids),
  });
  app.route({
    ...routeOf(endpoints.adminDeletedBooks, {
      tags,
      summary: 'Deleted books and parts',
      response: { 200: deletedBooks },
    }),
    config: { access: 'admin' },
    handler: async () => books.deleted(),
  });
  app.route({
    ...routeOf(endpoints.adminRestoreBook, {
      tags,
      summary: 'Bring a deleted book back',
      params,
      response: { 200: restored },
    }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request) => {
      await books.restore(callerOf(request), request.params.id);
      return { restored: true as const };
    },
  });
  app.route({
    ...routeOf(endpoints.adminDeleteBook, { tags, summary: 'Archive a book', params, response: { 200: deleted } }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request) => {
      await books.archive(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
}

function missingImages({ files }: Form): Record<string, string> {
  return {
    ...(files['image'] ? {} : { image: uploadTexts.noImage }),
    ...(files['back_image'] ? {} : { back_image: uploadTexts.noBackImage }),
  };
}
