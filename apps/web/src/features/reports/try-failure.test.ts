import { expect, it } from 'vitest';
import { tryFailure } from './mail-and-notice-logs.tsx';

it.each([
  ['ECONNREFUSED', 'El servidor no respondió'],
  ['EAUTH', 'El servidor de correo no aceptó el usuario o la contraseña'],
  ['EENVELOPE', 'El servidor de correo no aceptó al destinatario'],
  ['sender-limit', 'Tu servidor de correo llegó a su límite de envíos'],
  ['no-mailbox', 'La casilla no existe'],
  ['TypeError', 'El intento falló (TypeError)'],
])('describes %s in words', (code, words) => expect(tryFailure(code)).toBe(words));
