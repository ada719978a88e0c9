import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

const person = {
  name: 'Lucía Reyes',
  email: 'lucia@ejemplo.cl',
  password: 'un-secreto-largo',
  confirmPassword: 'un-secreto-largo',
};

describe('the first account', () => {
  it('registers, signs in and reads the profile', async () => {
    const created = await test.app.inject({ method: 'POST', url: '/api/users/', payload: person });
    expect(created.statusCode).toBe(201);
    const login = await test.app.inject({
      method: 'POST',
      url: '/api/auth/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        username: 'Lucia@Ejemplo.cl ',
        password: person.password,
        captcha: 'x',
      }).toString(),
    });
    expect(login.statusCode).toBe(200);
    const { access_token } = login.json<{ access_token: string }>();
    const me = await test.app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${access_token}` } });
    expect(me.json()).toMatchObject({ name: 'Lucía Reyes', email: 'lucia@ejemplo.cl', role: 'reader' });
  });
});
