import { expect, it } from 'vitest';
import { confirmationProblem, emailProblem, nameProblem, newPasswordProblem } from './form-fields.ts';

it.each([
  ['', 'El correo es obligatorio.'],
  ['amanda@correo', 'El correo no es válido.'],
  ['amanda@correo.cl', undefined],
])('e-mail %s', (email, problem) => expect(emailProblem(email)).toBe(problem));

it.each([
  ['', 'El nombre es obligatorio.'],
  ['Al', 'El nombre debe tener al menos 3 caracteres.'],
  ['Ana', undefined],
  ['👩‍👩‍👧a', 'El nombre debe tener al menos 3 caracteres.'],
])('name %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

it.each([
  ['', 'La contraseña es obligatoria.'],
  ['1234567', 'La contraseña debe tener al menos 8 caracteres.'],
  ['12345678', undefined],
])('password %s', (password, problem) => expect(newPasswordProblem(password)).toBe(problem));

it('compares the confirmation after normalising it', () => {
  expect(confirmationProblem('contrasen\u0303a', '')).toBe('La confirmación de la contraseña es obligatoria.');
  expect(confirmationProblem('contrasen\u0303a', 'contraseña')).toBeUndefined();
  expect(confirmationProblem('12345678', '87654321')).toBe('Las contraseñas no coinciden.');
});
