import { personName } from '@cuentos/contract/account-fields';
import { accountChecks } from '@cuentos/contract/check-words';

/** Sentences that the account calls answer with, beside those of the error codes. */
export const authTexts = {
  recoveryOnItsWay:
    'Si hay una cuenta con ese correo, te enviamos los pasos para recuperar tu contraseña. Revisa también el correo no deseado.',
  entryCodeOnItsWay: 'Si la dirección es correcta, en un momento llega un código. Revisa también el correo no deseado.',
  entryCodeWrong: (triesLeft: number) =>
    `Ese código no es. ${triesLeft === 1 ? 'Te queda 1 intento.' : `Te quedan ${triesLeft} intentos.`}`,
  emailRequired: accountChecks.emailRequired,
  emailInvalid: accountChecks.emailInvalid,
  nameless: 'Sin nombre',
  googleAgain: 'Entra otra vez con Google para elegir tu contraseña.',
  codeAgain: 'Tu cuenta aún no tiene contraseña. Sal, entra otra vez con un código y elígela.',
  currentPasswordWrong: 'La contraseña actual no es correcta.',
} as const;

/** The first text known of a person that is long enough for a name. */
export function firstGoodName(...candidates: readonly (string | undefined)[]): string {
  for (const candidate of candidates) {
    const parsed = personName.safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  return authTexts.nameless;
}
