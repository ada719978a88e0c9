import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { LegalNotice } from './legal-notice.tsx';

const NEWS = 'GET /api/users/me/legal_news';
const TOLD = 'POST /api/users/me/legal_news';
const both = {
  [NEWS]: {
    body: [
      { kind: 'privacy', version: 2 },
      { kind: 'terms', version: 3 },
    ],
  },
  [TOLD]: { body: null },
};
const noticeText = () => screen.queryByRole('complementary', { name: 'Documentos nuevos' })?.textContent ?? null;
const methods = (calls: ReturnType<typeof fakeApi>) => calls.map(({ method }) => method);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  session.forget();
  vi.unstubAllGlobals();
});

it('tells once of documents newer than the account, with a link to each', async () => {
  signInAs('ana');
  const calls = fakeApi(both);
  render(<LegalNotice versions="2.3" />);
  await vi.waitFor(() => expect(methods(calls)).toEqual(['GET', 'POST']));
  expect(noticeText()).toContain('Hay una versión nueva de la política de privacidad y de los términos y condiciones');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/privacy-policy', '/terms-and-conditions']);
  await vi.waitFor(() => expect(localStorage.getItem('legal-versions')).toBe('2.3'));
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar el aviso' }));
  expect(noticeText()).toBeNull();
  cleanup();
  render(<LegalNotice versions="2.3" />);
  await new Promise((resolve) => setTimeout(resolve));
  expect([methods(calls), noticeText()]).toEqual([['GET', 'POST'], null]);
});

it('requests them again for newer ones, and after a failed request', async () => {
  signInAs('ana');
  let status = 503;
  const calls = fakeApi({ [NEWS]: () => ({ status, body: status === 200 ? [] : { detail: '' } }) });
  render(<LegalNotice versions="1" />);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  cleanup();
  status = 200;
  render(<LegalNotice versions="1" />);
  await vi.waitFor(() => expect(localStorage.getItem('legal-versions')).toBe('1'));
  cleanup();
  render(<LegalNotice versions="2" />);
  await vi.waitFor(() => expect(localStorage.getItem('legal-versions')).toBe('2'));
  expect([methods(calls), noticeText()]).toEqual([['GET', 'GET', 'GET'], null]);
});

it('makes no request for a visitor', async () => {
  const calls = fakeApi({});
  render(<LegalNotice versions="1" />);
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toEqual([]);
});
