import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeTokens } from '../../testing/tokens.ts';
import { ExportDialog } from './export-dialog.tsx';

const device = vi.hoisted(() => ({ flushOutbox: vi.fn<() => Promise<'empty' | 'waiting'>>() }));
vi.mock('../../device/outbox.ts', () => device);
const saved = vi.hoisted(() => ({ saveFile: vi.fn() }));
vi.mock('../../lib/save-file.ts', () => saved);

/** Names of the events, in their order. */
const events: string[] = [];

beforeEach(() => {
  events.length = 0;
  session.store(fakeTokens('a'));
  saved.saveFile.mockReset();
  device.flushOutbox.mockReset().mockImplementation(async () => {
    events.push('notes sent');
    return 'empty';
  });
});
afterEach(() => {
  cleanup();
  session.forget();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open(answer: (signal: AbortSignal | null | undefined) => Promise<Response> | Response) {
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    events.push('file asked for');
    return answer(signal);
  });
  const part = { id: 'p', name: 'Uno' };
  render(
    <ExportDialog bookName="Niebla" part={part} kinds={['page', 'epub']} readerName="Amanda" onClose={() => {}} />,
  );
}
const file = () => new Response('libro', { headers: { 'content-length': '5', 'content-type': 'text/html' } });
const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the HTML file', () => {
  it('is requested after the notes of this device were sent', async () => {
    open(file);
    choose('Guardar como una página');
    expect(await screen.findByText('Listo. El archivo está entre tus descargas.')).toBeDefined();
    expect(events).toEqual(['notes sent', 'file asked for']);
    expect(saved.saveFile).toHaveBeenCalledWith(expect.any(Blob), 'Niebla - Uno.html');
  });

  it('warns about missing notes when they cannot be sent', async () => {
    device.flushOutbox.mockResolvedValue('waiting');
    open(file);
    choose('Guardar como una página');
    expect(await screen.findByText(/Las notas de este dispositivo que aún no se envían no van en él/)).toBeDefined();
  });

  it('is cancelled while notes are being sent, without a request', async () => {
    device.flushOutbox.mockReturnValue(new Promise(() => {}));
    open(file);
    choose('Guardar como una página');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByRole('button', { name: 'Guardar como una página' })).toBeDefined();
    expect(events).toEqual([]);
  });
});

it('an EPUB has no notes, and waits for none', async () => {
  open(file);
  choose('Guardar como EPUB');
  expect(await screen.findByText('Listo. El archivo está entre tus descargas.')).toBeDefined();
  expect(events).toEqual(['file asked for']);
});

it('a download is cancelled without a message, and can be started again', async () => {
  let isAborted = false;
  open(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(signal.reason as Error);
        });
      }),
  );
  choose('Guardar como EPUB');
  await waitFor(() => expect(events).toEqual(['file asked for']));
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByRole('button', { name: 'Guardar como EPUB' })).toBeDefined();
  expect(isAborted).toBe(true);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(saved.saveFile).not.toHaveBeenCalled();
});

it.each([
  ['a refusal in the server’s words', 403, 'export_not_allowed', 'Este libro no se puede llevar.'],
  ['a fault in its own', 500, 'internal', 'No se pudo guardar. Revisa tu conexión e inténtalo otra vez.'],
])('says %s, and offers the files again', async (_what, status, code, sentence) => {
  const detail = 'Este libro no se puede llevar.';
  open(() => new Response(JSON.stringify({ detail, code, request_id: 'r' }), { status }));
  choose('Guardar como EPUB');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence));
  expect(screen.getByRole('button', { name: 'Guardar como EPUB' })).toBeDefined();
  expect(saved.saveFile).not.toHaveBeenCalled();
});

it('reports a download that is shorter than announced, and stores nothing', async () => {
  open(() => new Response('lib', { headers: { 'content-length': '5' } }));
  choose('Guardar como EPUB');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/No se pudo guardar/));
  expect(saved.saveFile).not.toHaveBeenCalled();
});
