import { limits } from '@cuentos/contract/limits';
import { AppError } from '../../../platform/http/app-error.ts';
import type { FileRule } from '../../../platform/http/read-form.ts';
import { uploadTexts } from './texts.ts';

/** Rule for covers; whether the file really is a picture shows when it is decoded. */
export const imageRule: FileRule = { maxBytes: limits.imageBytes, tooLarge: uploadTexts.imageTooLarge };

/** An EPUB by its type or, as some browsers send none, by its name; the gate looks inside. */
export const epubRule: FileRule = {
  maxBytes: limits.epubBytes,
  tooLarge: uploadTexts.epubTooLarge,
  check({ name, mediaType }) {
    const unnamed = mediaType === '' || mediaType === 'application/octet-stream' || mediaType === 'application/zip';
    if (mediaType === 'application/epub+zip' || (unnamed && /\.epub$/i.test(name))) return;
    const detail = uploadTexts.notEpub;
    throw new AppError('book_refused', { detail, fields: { ebook_file: detail, reason: 'not-an-epub' } });
  },
};
