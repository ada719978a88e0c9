import type { Publication } from '@cuentos/epub/container/publication';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Store } from '../../../lib/react-store.ts';
import { placeAt } from '../../../testing/place-at.ts';
import { Layers } from '../../../ui/overlays/layers.ts';
import { readContents } from '../chapters.ts';
import { JumpBack } from '../progress/jump-back.ts';
import type { ReadingSession } from '../reading-session.ts';
import { PlaceSlider } from './place-slider.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const page = (text: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><p>${text}</p></body></html>`;
const section = (index: number) =>
  ({
    ...{ index, path: `${index}.xhtml`, linear: true, missing: false, mediaType: 'application/xhtml+xml' },
    ...{ start: index * 10_000, characters: 10_000 },
  }) as Publication['sections'][number];

/** Opens the slider of a book of two chapters and 20 locations, at the fifth location. */
function open({ language = 'es', sampleEnd = null as number | null } = {}) {
  const publication = {
    ...{ characters: 20_000, sections: [section(0), section(1)], resources: [] },
    metadata: { language, direction: 'default' },
  } as unknown as Publication;
  const store = new (class extends Store<{ place: Relocation }> {
    report = (place: Relocation) => this.set({ place });
  })({ place: placeAt({ percentage: 22, tocHref: '0.xhtml' }) });
  const jump = vi.fn(async () => {});
  const session = {
    subscribe: store.subscribe,
    snapshot: store.snapshot,
    layers: new Layers(),
    jump,
    contents: readContents([
      { title: 'La niebla', href: '0.xhtml', children: [] },
      { title: 'La lancha', href: '1.xhtml', children: [] },
    ]),
    book: {
      ...{ publication, partName: 'Primera parte', sample: sampleEnd === null ? null : { end: sampleEnd } },
      loader: { text: async (path: string) => page((path === '1.xhtml' ? 'segundo ' : 'primero ').repeat(1250)) },
    },
  } as unknown as ReadingSession;
  const wayBack = new JumpBack();
  const onClose = vi.fn();
  render(<PlaceSlider open session={session} wayBack={wayBack} onClose={onClose} />);
  const slider = screen.getByRole('slider');
  return { slider, jump, wayBack, onClose, report: (place: Relocation) => act(() => store.report(place)) };
}

const line = (slider: HTMLElement): HTMLElement => {
  const element = slider.parentElement as HTMLElement;
  element.getBoundingClientRect = () => new DOMRect(0, 0, 200, 56);
  const held = new Set<number>();
  element.setPointerCapture = (id) => held.add(id);
  element.hasPointerCapture = (id) => held.has(id);
  return element;
};
const pointer = (clientX: number) => ({ clientX, pointerId: 1, isPrimary: true, button: 0 });

describe('moving through a part', () => {
  it('shows the current place', () => {
    const { slider } = open();
    expect(document.activeElement).toBe(slider);
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Capítulo 1, posición 5 de 20, 22.%$/);
    expect([slider.getAttribute('aria-valuenow'), slider.getAttribute('aria-valuemax')]).toEqual(['5', '20']);
  });

  it('shows chapter, numbers and first words while dragged; the page goes there when the finger is lifted', async () => {
    const { slider, jump } = open();
    const track = line(slider);
    fireEvent.pointerDown(track, pointer(60));
    fireEvent.pointerMove(track, pointer(100.1));
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Capítulo 2, posición 11 de 20, 50.%$/);
    await screen.findByText(/^«segundo segundo .*…»$/);
    expect(jump).not.toHaveBeenCalled();
    fireEvent.pointerUp(track, pointer(100.1));
    expect(jump.mock.calls).toEqual([[{ fraction: expect.closeTo(0.5005, 3) }]]);
  });

  it('a drag that is cancelled leaves the page unchanged', () => {
    const { slider, jump } = open();
    const track = line(slider);
    fireEvent.pointerDown(track, pointer(150));
    fireEvent.pointerCancel(track, pointer(150));
    expect(slider.getAttribute('aria-valuenow')).toBe('5');
    fireEvent.pointerDown(track, pointer(150));
    fireEvent.keyDown(slider, { key: 'Escape' });
    expect(slider.getAttribute('aria-valuenow')).toBe('5');
    fireEvent.pointerUp(track, pointer(150));
    expect(jump).not.toHaveBeenCalled();
  });

  it('keys move by a page, a chapter, to the ends; the page follows once, when they are released', () => {
    vi.useFakeTimers();
    const { slider, jump } = open();
    const after = (...keys: string[]) => {
      for (const key of keys) fireEvent.keyDown(slider, { key });
      return Number(slider.getAttribute('aria-valuenow'));
    };
    expect(after('ArrowRight', 'ArrowUp')).toBe(7);
    expect(after('ArrowLeft', 'ArrowDown', 'ArrowDown')).toBe(4);
    expect(after('PageUp')).toBe(11);
    expect(after('PageDown')).toBe(1);
    expect(after('End')).toBe(20);
    expect(after('Home')).toBe(1);
    expect(jump).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(jump.mock.calls).toEqual([[{ fraction: 0 }]]);
  });

  it('the line of a right-to-left book begins at the right', () => {
    const { slider, jump } = open({ language: 'ar' });
    const track = line(slider);
    fireEvent.pointerDown(track, pointer(180));
    fireEvent.pointerUp(track, pointer(180));
    expect(jump.mock.calls).toEqual([[{ fraction: expect.closeTo(0.1, 5) }]]);
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(slider.getAttribute('aria-valuenow')).toBe('4');
  });

  it('the line of a sample ends where the sample ends', () => {
    const { slider, jump } = open({ sampleEnd: 40 });
    const track = line(slider);
    fireEvent.pointerDown(track, pointer(200));
    fireEvent.pointerUp(track, pointer(200));
    expect(jump.mock.calls).toEqual([[{ fraction: 0.4 }]]);
    expect(screen.getByText('Fin del comienzo')).toBeTruthy();
  });

  it('the line of a part that is open whole ends with the part, and its titles are read in their own direction', () => {
    open({ sampleEnd: 100 });
    expect(screen.getByText('Fin de la parte')).toBeTruthy();
    expect(document.querySelector('bdi')?.textContent).toMatch(/^La /);
  });

  it('leads to a page by its name, and lists the existing names', () => {
    const { jump } = open();
    fireEvent.click(screen.getByRole('button', { name: 'Ir a posición' }));
    const field = screen.getByLabelText('Posición');
    const go = (name: string) => {
      fireEvent.change(field, { target: { value: name } });
      fireEvent.submit(field.closest('form') as HTMLFormElement);
    };
    go('21');
    expect(screen.getByRole('alert').textContent).toBe('Esta parte no tiene esa posición: van de la 1 a la 20.');
    expect(jump).not.toHaveBeenCalled();
    go('12');
    expect(jump.mock.calls).toEqual([[{ fraction: expect.closeTo(0.55, 3) }]]);
    expect(screen.queryByLabelText('Posición')).toBeNull();
  });

  it('keeps the requested page while it is shown, wherever the page begins', () => {
    const { slider, jump, report } = open();
    fireEvent.keyDown(slider, { key: 'PageUp' });
    fireEvent.keyDown(slider, { key: 'Enter' });
    expect(jump).toHaveBeenCalledOnce();
    const page = { percentage: 48, sectionIndex: 1, tocHref: '1.xhtml', reason: 'jump' } as const;
    report(placeAt({ ...page, charactersLeftInSection: 9000 }));
    expect(slider.getAttribute('aria-valuenow')).toBe('11');
    report(placeAt({ ...page, percentage: 55, charactersLeftInSection: 8000, reason: 'turn' }));
    expect(slider.getAttribute('aria-valuenow')).toBe('12');
  });

  it('marks the place from which the reader came, and leads back', async () => {
    const { wayBack, slider, report } = open();
    const back = vi.fn(async () => true);
    const listeners = new Map<string, (detail: never) => void>();
    wayBack.follow({
      back,
      canGoBack: () => false,
      position: placeAt({ percentage: 22 }),
      on: (name, listener) => {
        listeners.set(name, listener);
        return () => {};
      },
    });
    act(() => listeners.get('history')?.({ canGoBack: true } as never));
    report(placeAt({ percentage: 70, tocHref: '1.xhtml', reason: 'jump' }));
    expect(slider.getAttribute('aria-valuenow')).toBe('15');
    expect(screen.getByText('Estabas en la posición 5')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Volver a donde estaba' }));
    await waitFor(() => expect(back).toHaveBeenCalledOnce());
    expect(screen.queryByText('Estabas en la posición 5')).toBeNull();
  });
});
