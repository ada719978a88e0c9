import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { placeAt } from '../../../testing/place-at.ts';
import { FootBar, ReaderFoot, TopBar } from './bars.tsx';

afterEach(cleanup);

function openTop(changes: Partial<ComponentProps<typeof TopBar>> = {}) {
  const actions = { toggle: vi.fn(), help: vi.fn() };
  render(
    <MemoryRouter>
      <TopBar
        backTo="/user-library/libro"
        mark={null}
        bookName="El faro"
        title="La torta de milcao"
        isShown
        panelOpen={false}
        marked={false}
        onToggle={actions.toggle}
        onReached={() => {}}
        onMark={() => {}}
        onListen={() => {}}
        onSearch={() => {}}
        onHelp={actions.help}
        {...changes}
      />
    </MemoryRouter>,
  );
  return actions;
}

describe('the foot of the page after the last page', () => {
  const place = placeAt({ percentage: 100, atEnd: true, pagesLeftInChapter: { count: 0, exact: true } });
  const footOf = (pastEnd: boolean, sample: object | null) => {
    const contents = { chapterAt: () => null, numberOf: () => ({ number: 11, count: 11 }) };
    const session = { book: { sample }, contents, ...createStore({ place, barsShown: true, pastEnd }) };
    render(<ReaderFoot session={session as never} loader={{} as never} tools={null} />);
    return screen.getByTitle('Cambiar lo que se muestra aquí').textContent;
  };

  it.each([
    ['a part that is finished', true, null, 'Terminado'],
    ['its last page', false, null, 'Última página del capítulo'],
    ['a beginning, which finishes nothing', true, { end: 10 }, 'Última página del capítulo'],
  ])('has the right words for %s', (_, pastEnd, sample, words) => {
    expect(footOf(pastEnd, sample)).toBe(words);
  });
});

describe('the top bar', () => {
  it('has back arrow, book name, chapter title and help', () => {
    const { toggle, help } = openTop();
    expect(screen.getByRole('link', { name: 'Volver al libro' }).getAttribute('href')).toBe('/user-library/libro');
    const title = screen.getByRole('button', { name: /El faro.*La torta de milcao/ });
    expect(title.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(title);
    expect(toggle).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Cómo se lee aquí' }));
    expect(help).toHaveBeenCalledOnce();
  });

  it('a tap anywhere in the band toggles the settings, also while the bar is away', () => {
    const { toggle } = openTop({ isShown: false });
    const band = screen.getByRole('banner').querySelector('[aria-hidden=true]');
    if (!band) throw new Error('no band');
    fireEvent.click(band);
    expect(toggle).toHaveBeenCalledOnce();
  });

  it('in a preview the back arrow asks instead of leaving', () => {
    const onBack = vi.fn();
    openTop({ onBack, mark: 'Vista previa' });
    fireEvent.click(screen.getByRole('link', { name: 'Volver al libro' }));
    expect(onBack).toHaveBeenCalledOnce();
    expect(screen.getByText('Vista previa')).toBeDefined();
  });
});

describe('the foot', () => {
  const foot = (props: Partial<ComponentProps<typeof FootBar>>) => (
    <FootBar place={null} chapter={null} isShown timeLeft={null} onBack={null} onMove={() => {}} {...props} />
  );
  const percent = () => screen.getByTitle('Ir a otro lugar').textContent?.replace(/\s/, ' ');

  it('shows the percentage, rounded down: 100 % only on the last page', () => {
    const { rerender } = render(foot({ place: placeAt({ percentage: 41.9 }) }));
    expect(percent()).toBe('41 %');
    rerender(foot({ place: placeAt({ percentage: 99.97 }) }));
    expect(percent()).toBe('99 %');
    rerender(foot({ place: placeAt({ percentage: 99.97, atEnd: true }) }));
    expect(percent()).toBe('100 %');
    rerender(foot({ place: placeAt({ percentage: 9.8, atEnd: true }), end: 10.4 }));
    expect(percent()).toBe('10 %');
  });

  it('keeps the percentage when the bars are hidden, and offers the way back', () => {
    const onBack = vi.fn();
    render(foot({ place: placeAt(), isShown: false, onBack }));
    expect(percent()).toBe('10 %');
    fireEvent.click(screen.getByRole('button', { name: 'Volver a donde estaba' }));
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('a tap on the percentage opens the slider', () => {
    const onMove = vi.fn();
    render(foot({ place: placeAt(), onMove }));
    const button = screen.getByRole('button', { name: /^10.%$/ });
    expect(button.title).toBe('Ir a otro lugar');
    fireEvent.click(button);
    expect(onMove).toHaveBeenCalledOnce();
  });
});
