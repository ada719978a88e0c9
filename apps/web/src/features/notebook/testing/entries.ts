import type { NotebookPart } from '@cuentos/contract/notebook';
import type { NotebookEntry } from '../entries.ts';

/** Makes a part of the notebook that the reader owns. */
export const notebookPart = (changes: Partial<NotebookPart> = {}): NotebookPart => ({
  part_id: 'faro-2',
  part_name: 'Segunda parte',
  position: 1,
  book_id: 'faro',
  book_name: 'El faro que aprendió a silbar',
  image: null,
  access: 'held',
  is_listed: true,
  sample_last_step: null,
  chapters: [
    { title: 'La lancha de las once', step: 4 },
    { title: 'El cuaderno mojado', step: 8 },
  ],
  highlights_revision: 0,
  bookmarks_changes: 0,
  ...changes,
});

/** Makes an entry of that part. */
export const notebookEntry = (changes: Partial<NotebookEntry> = {}): NotebookEntry => ({
  kind: 'highlight',
  key: `highlight ${changes.id ?? 'uno'}`,
  id: 'uno',
  part: notebookPart(),
  chapter: 'La lancha de las once',
  cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:9)',
  editionId: 'edition',
  isLocated: true,
  quote: 'No tenía nombre ni candado.',
  prefix: '',
  suffix: '',
  note: '',
  color: 'yellow',
  percentage: null,
  createdAt: '2026-11-14T15:00:00.000Z',
  ...changes,
});
