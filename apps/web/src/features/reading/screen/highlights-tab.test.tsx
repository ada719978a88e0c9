import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeSyncDatabase } from '../../../device/sync-database.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { Store } from '../../../lib/react-store.ts';
import { Layers } from '../../../ui/overlays/layers.ts';
import { NotebookServer } from '../../notebook/testing/notebook-server.ts';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { HighlightsTab } from './highlights-tab.tsx';

let server: NotebookServer;

beforeEach(async () => {
  await freshDevice();
  server = new NotebookServer();
  server.part('uno', { book_id: 'faro', book_name: 'El faro', part_name: 'Primera parte' });
});
afterEach(async () => {
  cleanup();
  await closeSyncDatabase();
  vi.unstubAllGlobals();
});

class Notes extends Store<{ readonly highlights: readonly object[] }> {}

const highlight = { id: 'h', cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:9)', place: null, quote: 'La canción', note: '' };

function openTab(localReader: string | null): void {
  const notes = new Notes({ highlights: [{ ...highlight, color: 'green', created_at: '2026-03-02T12:00:00Z' }] });
  const book = { partId: 'uno', bookId: 'faro', localReader };
  const session = { book, layers: new Layers(), closePanel: () => {} } as unknown as ReadingSession;
  render(<HighlightsTab session={session} tools={{ notes } as unknown as ReadingTools} />);
}

const asked = () => waitFor(() => expect(server.calls).toContain('GET /api/notebook'));
const shareButton = () => screen.queryByRole('button', { name: 'Compartir cita: La canción' });

it('shares a passage of the part as the notebook does, and links to the notebook', async () => {
  openTab(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Compartir cita: La canción' }));
  expect(await screen.findByRole('dialog', { name: 'Compartir cita' })).toBeDefined();
  const link = screen.getByRole('link', { name: 'Todas tus notas de este libro' });
  expect(link.getAttribute('href')).toBe('/notebook?book=faro');
});

it('offers no sharing of passages where the shop forbids it', async () => {
  server.sharedQuoteMax = 0;
  openTab(null);
  await asked();
  await new Promise((resolve) => setTimeout(resolve));
  expect(shareButton()).toBeNull();
});

it('makes no call for marks in a sample, which no notebook has', async () => {
  openTab('device');
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.calls).toEqual([]);
  expect([shareButton(), screen.queryByRole('link')]).toEqual([null, null]);
});
