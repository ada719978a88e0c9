import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Cover } from './cover.tsx';
import { Enlarged } from './enlarged.tsx';
import { runEnlarging } from './run-enlarging.ts';
import { Slider } from './slider.tsx';

afterEach(cleanup);

const picture = {
  src: '/c.webp',
  srcset: '/c-300.webp 300w, /c-900.webp 900w',
  avif: '/c-300.avif 300w, /c-900.avif 900w',
  width: 400,
  height: 600,
};

it('enlarges the pressed picture or quote, with its caption', () => {
  runEnlarging();
  const slides = [
    { key: '0', label: 'Portada', content: <Cover picture={picture} alt="" sizes="90px" seed="x" /> },
    { key: '1', label: '«Era de noche»', content: <span className="quote">«Era de noche»</span> },
  ];
  render(
    <>
      <Slider label="Imágenes" caption="El faro" slides={slides} />
      <Enlarged />
    </>,
  );
  const dialog = document.querySelector('dialog')!;
  fireEvent.click(screen.getByRole('button', { name: 'Ampliar: Portada' }));
  expect([dialog.open, dialog.getAttribute('aria-label')]).toEqual([true, 'Portada']);
  expect(dialog.querySelector('[data-caption]')?.textContent).toBe('El faro');
  const large = dialog.querySelector('img');
  expect([large?.getAttribute('srcset'), large?.getAttribute('sizes')]).toEqual([
    picture.srcset,
    '(width >= 768px) 500px, 90vw',
  ]);
  expect(dialog.querySelector('source')?.getAttribute('sizes')).toBe('(width >= 768px) 500px, 90vw');
  expect([large?.alt, large?.loading]).toEqual(['Portada', 'eager']);
  expect(dialog.classList.contains('md:max-w-[520px]!')).toBe(false);
  expect(screen.getByRole('button', { name: 'Ampliar: Portada', hidden: true }).querySelector('img')).not.toBeNull();
  dialog.close();
  fireEvent.click(document.querySelector('[aria-label="Ampliar: «Era de noche»"]')!);
  expect([dialog.open, dialog.querySelector('p')?.textContent, dialog.querySelector('img')]).toEqual([
    true,
    '«Era de noche»',
    null,
  ]);
  expect([dialog.getAttribute('aria-label'), dialog.classList.contains('md:max-w-[520px]!')]).toEqual([
    '«Era de noche»',
    true,
  ]);
});
