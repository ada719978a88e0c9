import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { get, login, tokensOf } from '../testing/calls.ts';
import { addUser, wipe } from '../testing/fixtures.ts';
import { createAdmin } from './create-admin.ts';

const SECRET = 'la bici verde de mi abuela';
const email = 'primera@ejemplo.cl';
const args = ['--email', ` ${email.toUpperCase()} `, '--name', 'Primera Persona'];

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => wipe(test.ports.db));
afterAll(async () => test.close());

it('the command creates the first admin, who can sign in and work at once', async () => {
  expect(await createAdmin(test, args, SECRET)).toBe(
    `Cuenta de administración creada para ${email}. Sigue en http://shop.test/admin.`,
  );
  const { access_token: token } = tokensOf(await login(test, { username: email, password: SECRET }));
  const headers = { authorization: `Bearer ${token}` };
  expect((await get(test, '/api/users/me', headers)).json()).toMatchObject({
    name: 'Primera Persona',
    email,
    role: 'admin',
    email_verified: true,
  });
  expect((await get(test, '/api/admin/users/0/10', headers)).statusCode).toBe(200);
});

it.each([
  ['no address', ['--name', 'Primera Persona'], SECRET, 'Falta --email con un correo válido.'],
  ['a name that is too short', ['--email', email, '--name', 'Yo'], SECRET, 'Falta --name, de al menos 3 caracteres.'],
  ['no password', args, undefined, 'Falta ADMIN_PASSWORD en el entorno, de al menos 8 caracteres.'],
  ['a short password', args, 'corta', 'Falta ADMIN_PASSWORD en el entorno, de al menos 8 caracteres.'],
  ['a well-known password', args, 'password123', /^Esa contraseña es muy común/],
])('refuses to make an admin with %s', async (_, given, password, sentence) => {
  await expect(createAdmin(test, given, password)).rejects.toThrow(sentence);
  expect((await login(test, { username: email, password: password ?? SECRET })).statusCode).toBe(401);
});

it('the command creates no second account for an address', async () => {
  await addUser(test, { email });
  await expect(createAdmin(test, args, SECRET)).rejects.toThrow('Ese correo ya tiene una cuenta.');
});
