import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/api/session.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { fakeTokens } from '../../../testing/tokens.ts';
import { noPerson, UserField } from './part-and-person-fields.tsx';

const people = ['Ana Rojas', 'Berta Soto', 'Elena Ñancupil'].map((name) => ({ id: name, name, email: 'x@correo.cl' }));

function open(): string[] {
  const chosen: string[] = [];
  function Field() {
    const [person, setPerson] = useState(noPerson);
    return (
      <UserField
        person={person}
        error={undefined}
        onChange={(next) => {
          chosen.push(next.id);
          setPerson(next);
        }}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Field />
    </QueryClientProvider>,
  );
  return chosen;
}
const box = () => screen.getByRole('combobox');
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const press = (key: string) => fireEvent.keyDown(box(), { key });

beforeEach(() => session.store(fakeTokens('a')));
afterEach(() => {
  cleanup();
  session.forget();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('never offers people who do not match the typed text, not even before the answer arrives', async () => {
  let answered = 0;
  fakeApi({
    'GET /api/admin/users/0/8': async ({ url }) => {
      if (url.includes('q=')) await new Promise(() => {});
      answered += 1;
      return { body: people };
    },
  });
  const chosen = open();
  await waitFor(() => expect(answered).toBe(1));
  fireEvent.click(box());
  await waitFor(() => expect(options()).toHaveLength(3));
  fireEvent.change(box(), { target: { value: 'elena' } });
  expect(options()).toEqual(['Elena Ñancupil, x@correo.cl']);
  press('ArrowDown');
  press('Enter');
  expect(chosen).toEqual(['', 'Elena Ñancupil']);
  expect((box() as HTMLInputElement).value).toBe('Elena Ñancupil, x@correo.cl');
});

it('discards the chosen person when another text is typed', async () => {
  fakeApi({ 'GET /api/admin/users/0/8': { body: people } });
  const chosen = open();
  fireEvent.click(box());
  fireEvent.click(await screen.findByText('Ana Rojas, x@correo.cl'));
  fireEvent.change(box(), { target: { value: 'Ana R' } });
  expect(chosen).toEqual(['Ana Rojas', '']);
});
