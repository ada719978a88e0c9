import type { ErrorCode } from '@cuentos/contract/error-codes';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { passwordFailure } from './password-failure.ts';

const refusal = (status: number, code: ErrorCode, detail = 'words of the server') =>
  new ApiError(status, { code, detail });
const FAILED = { kind: 'toast', text: 'Error al actualizar la contraseña, intente nuevamente' };

it('asks for the current password once the server wants it', () => {
  expect(passwordFailure(refusal(403, 'reauth_required'), { current: false })).toEqual({ kind: 'ask-current' });
});

it('asks an account of Google, which has no password, to sign in with Google again', () => {
  const failure = new ApiError(403, { code: 'reauth_required', detail: '', fields: { google: 'Entra otra vez.' } });
  expect(passwordFailure(failure, { current: false })).toEqual({ kind: 'ask-google' });
});

it('tells an account of codes, which has no password, how to prove its identity', () => {
  const failure = new ApiError(403, { code: 'reauth_required', detail: '', fields: { code: 'Entra otra vez.' } });
  const expected = { kind: 'field', problem: { password: 'Entra otra vez.' } };
  expect(passwordFailure(failure, { current: false })).toEqual(expected);
});

it.each(['reauth_required', 'wrong_credentials'] as const)('tells that the current password is wrong: %s', (code) => {
  expect(passwordFailure(refusal(403, code), { current: true })).toEqual({
    kind: 'field',
    problem: { currentPassword: 'Esa no es tu contraseña actual.' },
  });
});

it('says at the field that the password is too common', () => {
  expect(passwordFailure(refusal(422, 'password_too_common', 'Muy común.'), { current: false })).toEqual({
    kind: 'field',
    problem: { password: 'Muy común.' },
  });
});

it('shows the fixed sentence for all other failures', () => {
  expect(passwordFailure(refusal(500, 'internal'), { current: false })).toEqual(FAILED);
  expect(passwordFailure(new ApiError(0, null), { current: false })).toEqual(FAILED);
  expect(passwordFailure(new TypeError('bug'), { current: true })).toEqual(FAILED);
});

it('has a sentence of its own for too many attempts', () => {
  expect(passwordFailure(refusal(429, 'too_many_requests'), { current: true })).toEqual({
    kind: 'toast',
    text: 'Demasiadas solicitudes, intente en unos minutos',
  });
});
