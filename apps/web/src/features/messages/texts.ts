import { messageChecks } from '@cuentos/contract/check-words';
import { limits } from '@cuentos/contract/limits';
import type { ThreadState, ThreadSubject } from '@cuentos/contract/messages';
import { graphemeCount } from '@cuentos/domain/text/graphemes';

/** Words of 'Mensajes', of a thread and of the contact form. */
export const messageTexts = {
  title: 'Mensajes',
  metaTitle: (store: string) => `Mensajes · ${store}`,
  backToProfile: 'Mi perfil',
  lead: 'Lo que escribiste a la tienda y lo que te respondimos.',
  write: 'Escríbenos',
  emptyTitle: 'Todavía no nos escribes',
  emptyText: 'Pregunta lo que quieras: te respondemos aquí y por correo.',
  failed: 'No pudimos cargar tus mensajes.',
  offline: 'Sin conexión. Tus mensajes aparecen cuando vuelva.',
  offlineKept: 'Sin conexión. Esto es lo último que supimos.',
  retry: 'Intentar nuevamente',
  older: 'Ver mensajes más antiguos',
  threadsOlder: 'Ver conversaciones más antiguas',

  subjects: {
    purchase: 'Una compra',
    reading: 'Leer en la tienda',
    account: 'Mi cuenta o mis datos',
    other: 'Otra cosa',
  } satisfies Readonly<Record<ThreadSubject, string>>,
  states: {
    open: 'Esperando respuesta',
    answered: 'Respondida',
    closed: 'Cerrada',
  } satisfies Readonly<Record<ThreadState, string>>,
  unread: (count: number) => (count === 1 ? 'Respuesta nueva' : `${count} respuestas nuevas`),
  you: 'Tú',
  at: (day: string, hour: string) => `${day}, ${hour}`,

  orderTitle: 'Ayuda con tu compra',
  order: (number: string) => `Compra ${number}`,
  orderLead: 'La compra va adjunta: no hace falta que copies nada.',
  receipt: 'Comprobante',
  orders: 'Ver mis compras',
  orderMissing: 'No encontramos esa compra.',
  threadMissing: 'No encontramos esa conversación.',
  newTitle: 'Escríbenos',
  newLead: 'Te respondemos aquí y por correo, en cuanto podamos.',
  subject: '¿De qué se trata?',
  message: 'Tu mensaje',
  reply: 'Tu respuesta',
  replyClosed: 'Esta conversación está cerrada. Si escribes, se abre de nuevo.',
  send: 'Enviar',
  keys: 'También con Ctrl + Enter.',
  sent: 'Mensaje enviado',
  sendFailed: 'No pudimos enviar tu mensaje. Sigue aquí: intenta de nuevo.',
  draftOffline: 'Sin conexión. Lo que escribas queda en este dispositivo; envíalo cuando vuelva.',
  textRequired: messageChecks.textRequired,
  textLong: 'Puede tener hasta 4.000 caracteres.',

  // Texts for visitors.
  contactMeta: (store: string) => `Escríbenos · ${store}`,
  contactLead: 'Pregunta lo que quieras. Te respondemos por correo.',
  contactAccount: '¿Tienes cuenta? Escribe desde ella y verás la respuesta en la tienda, con tu compra adjunta.',
  contactAccountLink: 'Escribir desde mi cuenta',
  name: 'Nombre',
  email: 'Correo',
  emailHint: 'Ahí te llega la respuesta; revísalo bien.',
  contactSentTitle: 'Recibimos tu mensaje',
  contactSentLead: (email: string) =>
    `Te respondemos a ${email}. Si no lo ves, mira en la carpeta de correo no deseado.`,
  contactAgain: 'Escribir otro mensaje',
  backToStart: 'Volver al inicio',
} as const;

/**
 * Returns the fault of a message's text; undefined when there is none. By hand: zod has no place on the public path.
 */
export function textProblem(text: string): string | undefined {
  const trimmedText = text.trim();
  if (trimmedText === '') return messageTexts.textRequired;
  return graphemeCount(trimmedText) > limits.messageMax ? messageTexts.textLong : undefined;
}
