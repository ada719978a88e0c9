import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

/**
 * The first entries of eight or more characters in lists of stolen passwords, and variants that people make of them.
 */
const wellKnown = `
12345678 123456789 1234567890 11111111 00000000 87654321 12341234 11223344 1122334455 147258369 159753456 123123123
987654321 123454321 99999999 12121212 password password1 password123 Password1! Passw0rd P@ssw0rd p@ssword qwerty123
qwertyuiop qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx zaq1zaq1 q1w2e3r4 asdfghjkl asdf1234 zxcvbnm1 abcd1234
abc123456 a1b2c3d4 aa123456 iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1 baseball
basketball superman superman1 batman123 michael1 jennifer jessica1 charlie1 jordan23 hunter123 dragon123 monkey123
shadow123 master123 letmein1 welcome1 welcome123 whatever starwars computer computer1 internet mustang1 corvette
mercedes liverpool chelsea1 arsenal1 barcelona realmadrid metallica blink182 nintendo pokemon1 naruto123 samsung1
freedom1 trustno1 killer123 cheese123 ginger12 butterfly elizabeth chocolate contraseña contrasena1 alejandro1
estrella1 mariposa1 tequiero teamo123 colocolo91 bienvenida2026 micontraseña! 4l3j4ndr0 Mar1posa
`
  .trim()
  .split(/\s+/);

/** Passwords that a careful person would choose. */
const fine = [
  'una-clave-de-prueba',
  'clave-de-ana',
  'otra-clave-bien-larga',
  'el perro verde come pasto',
  'contraseña 🍇🍇 café',
  'ventana azul de marzo',
  'correct horse battery staple',
  'tR7#kq9!zLw2',
  'h4mDk29xQpv',
  'caracolazulveloz',
  '83910275640',
  'ñandúes en otoño',
  'x8!@#$%^',
];

describe('common passwords', () => {
  it.each(wellKnown)('%s is refused', (password) => expect(isCommonPassword(password)).toBe(true));

  it.each(fine)('%s is accepted', (password) => expect(isCommonPassword(password)).toBe(false));

  it.each([
    'AmandaPerez2026',
    'amandaperez',
    'PerezAmanda!',
    'amanda.perez@ejemplo.cl',
    'amanda.perez1',
    '4m4nd4p3r3z',
  ])('refuses %s to Amanda Pérez alone', (password) => {
    const own = ['Amanda Pérez', 'amanda.perez@ejemplo.cl'];
    expect(isCommonPassword(password, own)).toBe(true);
    expect(isCommonPassword(password, ['Zoila Jara', 'zoila@ejemplo.cl'])).toBe(false);
  });

  it('a long password that only contains a name is accepted', () =>
    expect(isCommonPassword('amanda compra pan los lunes', ['Amanda Pérez'])).toBe(false));
});
