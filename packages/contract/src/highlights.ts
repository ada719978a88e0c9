import { z } from 'zod';
import { callsOf } from './call.ts';
import { freeText } from './form-fields.ts';
import { limits } from './limits.ts';
import { id, instant, text } from './primitives.ts';

const { user } = callsOf('highlights');

/** Colours of a highlight; the first one stands for every unknown one. */
export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple', 'gray', 'red'] as const;
export type HighlightColor = (typeof highlightColors)[number];

/** Sentence for what is no range of three parts, or too long to be one. */
export const rangeRefused = 'CFI no es un rango válido';

const color = z
  .string()
  .transform((value): HighlightColor => highlightColors.find((color) => color === value) ?? highlightColors[0]);

/** Whole number from JSON or from a form, where it comes as digits. */
const revision = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** Ids from JSON or from a form, where one field holds them with commas between. */
const ids = z.union([
  z.array(id).max(limits.notePartsMax),
  z
    .string()
    .max(limits.notePartsMax * 37)
    .transform((value) => value.split(',').filter((each) => each !== ''))
    .pipe(z.array(id)),
]);

/** POST /api/user_book_part_highlights/; the fields after `note` are additions of this shop and optional. */
export const highlightBody = z.object({
  book_part_id: id,
  /**
   * Deleted highlight of the caller's that this one restores, under a new id: it keeps its day, needs no right to the
   * part, and its words are not kept twice.
   */
  restores: id.optional(),
  /** Checked by the server to be a range of three parts. */
  cfi_range: z.string(),
  color: color.default(highlightColors[0]),
  note: freeText(limits.noteMax).default(''),
  /** Id that the device makes; without one the highlight gets `mutation_id`, or an id of the server. */
  id: id.optional(),
  /** Id that the device makes; a repeated one changes nothing and gets the same answer. */
  mutation_id: id.optional(),
  /** Empty for a range that is only a hint: its words are looked for in the edition on sale. */
  edition_id: z.union([id, z.literal('')]).optional(),
  /** The words of the range and those around it, to find it in another edition. */
  quote: text(limits.highlightQuoteMax).default(''),
  prefix: text(limits.highlightContextMax).default(''),
  suffix: text(limits.highlightContextMax).default(''),
});

/** Highlights of one part that one call brings from a file, or takes back. */
export const IMPORTED_AT_ONCE = 100;

/** A highlight that a file of another program names; its range is only a hint. */
const importedHighlight = highlightBody.omit({ book_part_id: true, restores: true, edition_id: true }).extend({
  id,
  mutation_id: id,
  /** Creation time in the file; null when there is no plausible one. */
  made_at: instant.nullable(),
});
export type ImportedHighlight = z.infer<typeof importedHighlight>;

/** Fields that a change may set. */
const changeable = ['color', 'note'] as const;

/**
 * PUT /api/user_book_part_highlights/{id}. Part and range never change: those fields are taken and ignored.
 * Absent fields stay as they are. A note for a highlight that was deleted without the writer's knowledge brings it
 * back, with the words given here: one that was deleted long ago keeps none.
 */
export const highlightChangeBody = z.object({
  user_book_part_id: z.string().optional(),
  book_part_id: z.string().optional(),
  cfi_range: z.string().optional(),
  color: color.optional(),
  note: freeText(limits.noteMax).optional(),
  mutation_id: id.optional(),
  /** Mutations whose notes the writer saw; other notes stay beside the new one. */
  replaces: ids.optional(),
  /**
   * Instead of `replaces`: the revision that the writer had read; notes of later revisions are kept. With neither, all
   * notes are replaced.
   */
  base_revision: revision.optional(),
  /**
   * Which of `color` and `note` are new, with a comma between; the other one tells how the writer saw it and stays.
   * Absent, both are new.
   */
  changed: z
    .string()
    .max(10)
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(changeable)))
    .optional(),
  quote: text(limits.highlightQuoteMax).default(''),
  prefix: text(limits.highlightContextMax).default(''),
  suffix: text(limits.highlightContextMax).default(''),
});

/** DELETE /api/user_book_part_highlights/{id}. */
export const highlightDeletion = z.object({
  /** Mutation ids of the notes that the writer saw: any other note keeps the highlight. If absent, no note does. */
  seen: ids.optional(),
});

/**
 * With `since`, the list holds what changed after that revision, tombstones too. `edition_id` names the edition that
 * the device has, when it is not the one on sale: ranges are answered for that one.
 */
export const highlightQuery = z.object({ since: revision.optional(), edition_id: id.optional() });

/** Element of GET /api/user_book_part_highlights/{part_id}; the first five fields are those. */
export const highlight = z.object({
  id: z.string(),
  book_part_id: z.string(),
  cfi_range: z.string(),
  created_at: instant,
  note: z.string(),
  color: z.string(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  /** Edition of `cfi_range`: the requested one, unless the highlight is not `located` there. */
  edition_id: z.string(),
  /**
   * False when the words are not in the edition asked for (or were not looked for yet): listed as 'Sin ubicación',
   * never painted. Then `cfi_range` and `edition_id` are those it was made with.
   */
  located: z.boolean(),
  /** Per reader and part, higher is later. */
  revision: z.int(),
  updated_at: instant,
  /** The pieces of `note`; several if devices wrote without knowing of each other. */
  notes: z.array(z.object({ mutation_id: z.string(), text: z.string() })),
  deleted: z.boolean(),
  /**
   * Note of a deleted highlight, as long as it can be restored; its words stand above. Null for any other highlight,
   * and absent in copies that earlier versions kept on a device.
   */
  trash: z.object({ note: z.string(), deleted_at: instant }).nullable().optional(),
  /** Id of the highlight that has the same range and stands for this one, which is deleted then. */
  same_as: z.string().nullable(),
});
export type HighlightWire = z.infer<typeof highlight>;

/** GET /api/user_book_part_highlights/{part_id}. */
export const highlightList = z.array(highlight);

/** Answer of POST, PUT and DELETE: the highlight that stands, and the latest revision of its part. */
export const highlightResult = z.object({ id: z.string(), revision: z.int() });
export type HighlightResult = z.infer<typeof highlightResult>;

/** By the part's id. */
export const listHighlights = user('GET', '/api/user_book_part_highlights/:id', 'Highlights of a part', {
  whileLeaving: true,
  query: highlightQuery,
  answer: highlightList,
});

export const createHighlight = user('POST', '/api/user_book_part_highlights/', 'Highlight a range', {
  body: highlightBody,
  takesForms: true,
  answer: highlightResult,
});

/** Imports all highlights or none, each once, however often they are sent. */
export const importHighlights = user('POST', '/api/user_book_part_highlights/import', 'Bring highlights of a file', {
  body: z.object({ book_part_id: id, highlights: z.array(importedHighlight).max(IMPORTED_AT_ONCE) }),
  answer: z.object({ revision: z.int() }),
});

/** Erases what an import brought; a note that was written since stays, and its highlight with it. */
export const takeBackHighlights = user(
  'POST',
  '/api/user_book_part_highlights/import/undo',
  'Take highlights of a file back',
  {
    body: z.object({
      book_part_id: id,
      highlights: z.array(z.object({ id, mutation_id: id })).max(IMPORTED_AT_ONCE),
    }),
    answer: z.object({ revision: z.int() }),
  },
);

export const changeHighlight = user('PUT', '/api/user_book_part_highlights/:id', 'Change colour and note', {
  body: highlightChangeBody,
  takesForms: true,
  answer: highlightResult,
});

export const deleteHighlight = user('DELETE', '/api/user_book_part_highlights/:id', 'Delete a highlight', {
  query: highlightDeletion,
  answer: highlightResult,
});
