import { expect, it } from 'vitest';
import { emailListProblem } from './api.ts';

it.each([
  ['', 'Favor introducir un email'],
  ['sin arroba', 'Email inválido'],
  ['a@b', 'Email inválido'],
  ['a b@c.cl', 'Email inválido'],
  ['tu@correo.cl', null],
])('%s', (email, problem) => expect(emailListProblem(email)).toBe(problem));
