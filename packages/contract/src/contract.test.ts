import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { email, newPassword, personName } from './account-fields.ts';
import { loginBody, registerBody } from './auth.ts';
import { bookForm } from './books.ts';
import { errorCodes } from './error-codes.ts';
import { giftDetails } from './gifts.ts';
import { limits } from './limits.ts';
import { partForm } from './parts.ts';
import { id, text } from './primitives.ts';
import { cfi, positionBody } from './reading.ts';
import { shopSections } from './shop.ts';

describe('e-mail addresses', () => {
  it.each([
    ['  Lucia@Ejemplo.CL ', 'lucia@ejemplo.cl'],
    ['a.b+c@sub.ejemplo.cl', 'a.b+c@sub.ejemplo.cl'],
    ['lucia@ejemplo.cl\n', 'lucia@ejemplo.cl'],
  ])('%j is taken as %s', (input, kept) => expect(email.parse(input)).toBe(kept));

  it.each([
    '',
    ' ',
    'lucia',
    'lucia@',
    '@ejemplo.cl',
    'lucia@ejemplo',
    'a b@ejemplo.cl',
    'a@b@ejemplo.cl',
    'lucia@ejemplo.cl\u0000',
    'lucia@ejemplo.cl\r\nBcc: otra@ejemplo.cl',
    'lucia@\nejemplo.cl',
    '<script>@ejemplo.cl',
    '😀@ejemplo.cl',
    '\ud800@ejemplo.cl',
    '\u202eaicul@ejemplo.cl',
    'Lucía <lucia@ejemplo.cl>',
    'lucia@ejemplo..cl',
    `${'a'.repeat(250)}@ejemplo.cl`,
    `${'a'.repeat(10_000)}@b.cl`,
  ])('%j is refused', (input) => expect(email.safeParse(input).success).toBe(false));

  it('an accepted address cannot break out of a header line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (input) => {
        const parsed = email.safeParse(`${input}@ejemplo.cl`);
        const taken = parsed.success ? parsed.data : 'nada@ejemplo.cl';
        expect(taken).toMatch(/^[^\s<>,;:"\p{C}]+@[^\s<>,;:"\p{C}]+$/u);
      }),
    );
  });
});

describe('names', () => {
  it.each([
    ['of a person', personName],
    ['of a book', bookForm.shape.name],
    ['of a series', bookForm.shape.series_name],
    ['of a part', partForm.shape.name],
    ['of the shop', shopSections.identity.shape.store_name],
    ['of the author', shopSections.identity.shape.author_name],
    ['of the seller', shopSections.legal.shape.seller_name],
    ['of a giver', giftDetails.shape.giver_name],
  ])('%s have no marks of direction', (_whose, schema) => {
    expect(schema.parse('\u202eairaM\u202c \u2067de\u2069\u200f los\ufeff Ríos')).toBe('airaM de los Ríos');
    expect(schema.parse('Ana 👩‍🚀')).toBe('Ana 👩‍🚀');
  });

  it("a giver's name cannot hide an address behind a combining mark", () =>
    expect(giftDetails.shape.giver_name.safeParse('malo\u200e.com').success).toBe(false));

  it('a name of control characters alone is refused', () =>
    expect(personName.safeParse('\u202e\u2066\u200e').success).toBe(false));
});

describe('passwords', () => {
  it.each([
    ['eight letters', 'abcdefgh', true],
    ['seven letters', 'abcdefg', false],
    ['nothing', '', false],
    ['eight spaces', '        ', true],
    ['eight emoji of two units', '😀'.repeat(8), true],
    ['four emoji of two units', '😀'.repeat(4), false],
    ['128 letters', 'a'.repeat(128), true],
    ['129 letters', 'a'.repeat(129), false],
    ['10,000 letters', 'a'.repeat(10_000), false],
    ['HTML', '<b>clave</b>', true],
    ['right to left', 'סיסמה-ארוכה', true],
    ['a line break', 'clave\nlarga', true],
    ['U+0000', 'clave\u0000larga', false],
  ])('%s', (_, input, taken) => expect(newPassword.safeParse(input).success).toBe(taken));

  it('composed and decomposed letters give the same password', () => {
    expect(newPassword.parse('contrase\u0303a-é'.normalize('NFD'))).toBe('contrase\u0303a-é'.normalize('NFC'));
  });

  it('lone surrogates become U+FFFD, which every engine stores', () => {
    expect(newPassword.parse('clave-\ud800-larga')).toBe('clave-\ufffd-larga');
  });
});

describe('names', () => {
  it.each([
    ['Ana', 'Ana'],
    ['  Ana\n María  ', 'Ana María'],
    ['<b>Ana</b>', '<b>Ana</b>'],
    ['نجيب محفوظ', 'نجيب محفوظ'],
    ['👩‍👧👩‍👧👩‍👧', '👩‍👧👩‍👧👩‍👧'],
    ['Ana \ud800 Paz', 'Ana \ufffd Paz'],
    ['Nun\u0303oa', 'Ñuñoa'.replace('Ñ', 'N')],
  ])('%j is taken as %j', (input, kept) => expect(personName.parse(input)).toBe(kept));

  it.each(['', '  ', 'An', ' An ', '\t\n\r', '👩‍👧👩‍👧', 'Ana\u0000', 'a'.repeat(101), 'a'.repeat(10_000)])(
    '%j is refused',
    (input) => expect(personName.safeParse(input).success).toBe(false),
  );
});

describe('bodies', () => {
  const whole = { name: 'Ana Paz', email: 'ana@ejemplo.cl', password: 'clave-larga', confirmPassword: 'clave-larga' };

  it('registration needs equal passwords, composed or not', () => {
    expect(registerBody.safeParse(whole).success).toBe(true);
    const other = registerBody.safeParse({ ...whole, confirmPassword: 'clave-larga ' });
    expect(other.error?.issues.map(({ path }) => path)).toEqual([['confirmPassword']]);
    expect(
      registerBody.safeParse({ ...whole, password: 'clave-lárga', confirmPassword: 'clave-la\u0301rga' }).success,
    ).toBe(true);
  });

  it('drop unknown fields', () => {
    expect(registerBody.parse({ ...whole, role: 'admin', id: 'x', role_id: 1 })).toEqual(whole);
  });

  it('a login takes any form of address and password, for old accounts', () => {
    expect(loginBody.safeParse({ username: 'x', password: 'y' }).success).toBe(true);
    expect(loginBody.safeParse({ username: 'x\u0000', password: 'y' }).success).toBe(false);
  });

  it.each([
    ['epubcfi(/6/4!/4/2/1:0)', true],
    ['epubcfi()', false],
    ['', false],
    ['javascript:alert(1)', false],
    [`epubcfi(${'/2'.repeat(1100)})`, false],
    ['epubcfi(/6\u0000)', false],
  ])('place %j', (input, taken) => expect(cfi.safeParse(input).success).toBe(taken));

  it.each([-0.1, 100.1, Number.NaN, Infinity, '50', null])('percentage %j is refused', (percentage) => {
    expect(positionBody.safeParse({ last_location: 'epubcfi(/6/4)', percentage }).success).toBe(false);
  });

  it('ids are UUIDs, in lower case', () => {
    expect(id.parse('0190ABCD-0000-7000-8000-00000000ABCD')).toBe('0190abcd-0000-7000-8000-00000000abcd');
    for (const input of ['', '1', "' or 1=1 --", '../../etc/passwd', '0190abcd00007000800000000000abcd']) {
      expect(id.safeParse(input).success).toBe(false);
    }
  });

  it('text keeps what is well formed and within its limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (input) => {
        const parsed = text(20).safeParse(input);
        expect(parsed.success).toBe(input.length <= 20 && !input.includes('\u0000'));
        if (parsed.success) expect(parsed.data.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('failures', () => {
  it.each(Object.entries(errorCodes))('%s has a status and a sentence', (code, { status, detail }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 502, 503, 504]).toContain(status);
    expect(detail.length).toBeGreaterThan(8);
    expect(detail).toBe(detail.trim());
  });

  it('the texts to the letter', () => {
    const pairs = Object.values(errorCodes).map(({ status, detail }) => `${status} ${detail}`);
    expect(pairs).toEqual(
      expect.arrayContaining([
        '401 Usuario o contraseña incorrectos',
        '403 Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
        '429 Demasiados intentos de inicio de sesión, intente más tarde',
        '400 Debe iniciar sesión con Google',
        '410 Error captcha inválido',
        '409 El correo ingresado ya existe.',
        '403 No tiene permisos para realizar esta acción',
        '403 Error: Prohibido',
        '404 Error: No encontrado',
        '422 Error: Datos inválidos',
        '500 Error: Error interno del servidor',
        '503 Error: Servicio no disponible',
        '504 Error: Tiempo de espera agotado',
        '429 Demasiadas solicitudes, intente en unos minutos',
        '401 Invalid user session',
        '401 Session expired',
        '401 Could not validate refresh token',
      ]),
    );
  });

  it('limits', () => expect(limits).toMatchObject({ nameMin: 3, passwordMin: 8 }));
});
