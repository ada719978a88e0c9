import type { ErrorBody } from '@cuentos/contract/error-codes';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { sayFailure } from './api.ts';

afterEach(() => {
  for (const toast of toastStore.all()) toastStore.dismiss(toast.id);
});
const said = () => toastStore.all().map(({ type, text }) => [type, text]);
const refused = (status: number, code: ErrorBody['code'], detail: string) =>
  new ApiError(status, { code, detail, request_id: 'r' });

it('a 404 or 409 of a grant says what the server says, as an error', () => {
  sayFailure(refused(404, 'user_not_found', 'No encontramos a esa persona.'));
  sayFailure(refused(409, 'already_owned', 'Error: el libro ya ha sido adquirido por el usuario.'));
  expect(said()).toEqual([
    ['error', 'No encontramos a esa persona.'],
    ['error', 'Error: el libro ya ha sido adquirido por el usuario.'],
  ]);
});

it('what is no answer of the shop is thrown on', () => {
  expect(() => sayFailure(new TypeError('x'))).toThrow('x');
  expect(said()).toEqual([]);
});
