import { unzipSync } from 'fflate';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { NotebookServer } from '../notebook/testing/notebook-server.ts';
import { archiveOfNotes } from './all-notes.ts';

afterEach(() => vi.unstubAllGlobals());

it('has the highlights, notes and bookmarks of all parts in one archive, or makes none', async () => {
  session.store(fakeTokens('a'));
  const server = new NotebookServer();
  server.addHighlight('uno', { quote: '=Luz', note: 'Mi nota' });
  server.addBookmark('uno');
  server.addHighlight('dos', { quote: 'Sombra' });
  const files = unzipSync(new Uint8Array(await (await archiveOfNotes()).arrayBuffer()));
  expect(Object.keys(files)).toHaveLength(5);
  const { notes } = JSON.parse(new TextDecoder().decode(files['mis-notas.json'])) as { notes: unknown[] };
  expect(notes).toMatchObject([
    { kind: 'highlight', quote: '=Luz', note: 'Mi nota', book: { ids: ['urn:uuid:uno'] } },
    { kind: 'bookmark', chapter: 'El cuaderno mojado' },
    { kind: 'highlight', quote: 'Sombra', book: { ids: ['urn:uuid:dos'] } },
  ]);
  server.isAway = true;
  await expect(archiveOfNotes()).rejects.toThrow();
});
