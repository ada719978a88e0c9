import { z } from 'zod';
import { callsOf } from './call.ts';
import { id, text } from './primitives.ts';

const { user } = callsOf('reader-settings');

/** Largest number of stored settings. */
export const SETTINGS_MAX = 30;

/** Settings by name. Their meaning is known to devices, which ignore unknown ones. */
const settings = z
  .record(z.string().regex(/^[a-zA-Z]{1,30}$/), text(60))
  .refine((value) => Object.keys(value).length <= SETTINGS_MAX);

/** PUT /api/users/me/reader_settings: the changed settings; others are kept. */
export const readerSettingsBody = z.object({
  settings,
  /** Id that the device makes; a repeated one changes nothing. */
  mutation_id: id,
});

/** GET and PUT /api/users/me/reader_settings. */
export const readerSettings = z.object({
  /** Null while no device has sent any. */
  settings: z.record(z.string(), z.string()).nullable(),
  /** Revision, higher is later; 0 without settings. */
  revision: z.int(),
});
export type ReaderSettings = z.infer<typeof readerSettings>;

export const getReaderSettings = user('GET', '/api/users/me/reader_settings', 'Settings of the reader', {
  answer: readerSettings,
});

export const saveReaderSettings = user('PUT', '/api/users/me/reader_settings', 'Change settings of the reader', {
  body: readerSettingsBody,
  answer: readerSettings,
});
