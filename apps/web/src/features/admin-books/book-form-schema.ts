import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { formatNumber } from '../../lib/formats.ts';
import { z } from '../../lib/form-schema.ts';
import { bookTexts as t } from './texts.ts';

const text = (required: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, required)
    .refine((value) => graphemeCount(value) <= max, t.tooLong(formatNumber(max)));

/** A chosen picture, or none yet. */
const file = z.custom<File>((value) => value instanceof File).nullable();

/** Admin book form. A book that is there already has its pictures. */
export function bookFormSchema(creating: boolean) {
  return z.object({
    name: text(t.nameRequired, limits.bookNameMax),
    description: text(t.descriptionRequired, limits.descriptionMax),
    location: text(t.locationRequired, limits.bookLocationMax),
    pages: z
      .string()
      .trim()
      .min(1, t.pagesRequired)
      .refine((value) => value === '' || (/^\d{1,6}$/.test(value) && Number(value) >= 1), t.pagesInvalid),
    genre: text(t.genreRequired, limits.genreMax),
    fragment: text(t.fragmentRequired, limits.fragmentMax),
    image: file.refine((value) => !creating || value !== null, t.imageRequired),
    back_image: file.refine((value) => !creating || value !== null, t.backImageRequired),
    // Empty ones are dropped on send; one must stay, and the message stands at the first.
    highlights: z
      .array(
        z.object({
          passage: z
            .string()
            .refine(
              (value) => graphemeCount(value.trim()) <= limits.quoteMax,
              t.tooLong(formatNumber(limits.quoteMax)),
            ),
        }),
      )
      .min(1, t.highlightsRequired)
      .superRefine((rows, context) => {
        if (rows.length === 0 || rows.some(({ passage }) => passage.trim() !== '')) return;
        context.addIssue({ code: 'custom', path: [0, 'passage'], message: t.highlightRequired });
      }),
    writer_ids: z.array(z.string()),
  });
}

/** What the fields of the book form hold. */
export interface BookValues {
  name: string;
  description: string;
  location: string;
  pages: string;
  genre: string;
  fragment: string;
  image: File | null;
  back_image: File | null;
  highlights: { passage: string }[];
  writer_ids: string[];
}

/**
 * The multipart body; empty highlights are dropped.
 * @param before what the form began with: only what differs is sent, so that two people may work on one book.
 */
export function bookBody(values: BookValues, withWriters: boolean, before?: BookValues): FormData {
  const body = new FormData();
  const fields = textsOf(values, withWriters);
  const known = before && textsOf(before, withWriters);
  for (const [field, text] of Object.entries(fields)) if (text !== known?.[field]) body.set(field, text);
  if (values.image) body.set('image', values.image);
  if (values.back_image) body.set('back_image', values.back_image);
  return body;
}

function textsOf(values: BookValues, withWriters: boolean): Readonly<Record<string, string>> {
  const { name, description, fragment, location, pages, genre, highlights, writer_ids: writers } = values;
  const plain = Object.entries({ name, description, fragment, location, pages, genre });
  const passages = highlights.map(({ passage }) => passage.trim()).filter((passage) => passage !== '');
  return {
    ...Object.fromEntries(plain.map(([field, text]) => [field, text.trim()])),
    highlights: JSON.stringify(passages.map((passage) => ({ passage }))),
    ...(withWriters ? { writer_ids: JSON.stringify(writers.toSorted()) } : {}),
  };
}
