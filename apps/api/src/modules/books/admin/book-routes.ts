import {
  adminChangeBook,
  adminCreateBook,
  adminDeleteBook,
  adminListBooks,
  adminListDeletedBooks,
  adminOrderShelf,
  adminRestoreBook,
  bookForm,
  bookFormChange,
} from '@cuentos/contract/books';
import { callerOf } from '../../../platform/http/access.ts';
import { type Form, parseFields, withForm } from '../../../platform/http/read-form.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import { imageRule } from './file-rules.ts';
import type { AdminBookService } from './books-service.ts';
import { uploadTexts } from './texts.ts';

/** 'Admin': books. Writters see and change their own. */
export function registerAdminBookRoutes(app: TypedApp, books: AdminBookService, folder: string): void {
  const rules = { folder, files: { image: imageRule, back_image: imageRule } };
  const imagesOf = ({ files }: Form) => ({ image: files['image'], back_image: files['back_image'] });
  serve(app, adminListBooks, async (request) => books.list(callerOf(request)));
  serve(app, adminCreateBook, async (request, reply) => {
    const book = await withForm(request, reply, rules, async (form) => {
      const fields = parseFields(bookForm, form.fields, missingImages(form));
      return books.create(callerOf(request), fields, imagesOf(form));
    });
    return book;
  });
  serve(app, adminChangeBook, async (request, reply) =>
    withForm(request, reply, rules, async (form) =>
      books.change(callerOf(request), request.params.id, parseFields(bookFormChange, form.fields), imagesOf(form)),
    ),
  );
  registerShelf(app, books);
}

/** Which books are there, and in which order. */
function registerShelf(app: TypedApp, books: AdminBookService): void {
  serve(app, adminOrderShelf, async (request) => books.order(callerOf(request), request.body.ids));
  serve(app, adminListDeletedBooks, async () => books.deleted());
  serve(app, adminRestoreBook, async (request) => {
    await books.restore(callerOf(request), request.params.id);
    return { restored: true as const };
  });
  serve(app, adminDeleteBook, async (request) => {
    await books.archive(callerOf(request), request.params.id);
    return { deleted: true as const };
  });
}

function missingImages({ files }: Form): Record<string, string> {
  return {
    ...(files['image'] ? {} : { image: uploadTexts.noImage }),
    ...(files['back_image'] ? {} : { back_image: uploadTexts.noBackImage }),
  };
}
