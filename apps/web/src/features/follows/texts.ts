import { accountChecks } from '@cuentos/contract/check-words';

/** Words of 'Avísame cuando salga' and 'Lo que sigo'. */
export const followTexts = {
  follow: 'Avísame cuando salga',
  followOf: (name: string) => `Avísame cuando salga: ${name}`,
  following: 'Te avisamos el día que salga',
  pending: 'Confirma en tu correo',
  undo: 'Deshacer',
  undoOf: (name: string) => `Deshacer: ya no avisarme de ${name}`,
  failed: 'No pudimos anotarlo. Intenta de nuevo.',

  formTitle: (book: string) => `Te avisamos de «${book}»`,
  formText:
    'Te escribimos el día que salga cada parte de este libro, y nada más. Antes te llega un correo para confirmar que eres tú.',
  email: 'Tu correo',
  emailEmpty: 'Escribe tu correo.',
  emailInvalid: accountChecks.emailInvalid,
  send: 'Avísame',
  sentTitle: 'Revisa tu correo',
  sentText: 'Te enviamos un enlace. Al abrirlo y confirmar, queda anotado.',
  close: 'Listo',

  ownTitle: 'Lo que sigo',
  ownText: 'Te escribimos el día que sale una parte de estos libros.',
  ownEmpty: 'Todavía no sigues ningún libro. En cada parte que aún no sale puedes tocar «Avísame cuando salga».',
  ownFailed: 'No pudimos cargar lo que sigues.',
  retry: 'Intentar nuevamente',
  next: (date: string) => `Lo próximo sale el ${date}`,
  noDate: 'Sin fecha todavía',
  stop: 'Dejar de seguir',
  stopOf: (book: string) => `Dejar de seguir ${book}`,
  stopped: (book: string) => `Ya no te avisaremos de ${book}`,
} as const;
