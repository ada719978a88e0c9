import type { ThreadState, ThreadSubject } from '@cuentos/contract/messages';

/** Words of 'Mensajes' in the working area. */
export const threadTexts = {
  title: 'Mensajes',
  text: 'Lo que te escriben quienes compran y quienes visitan. Respondes aquí, y la respuesta les llega también por correo.',
  caption: 'Conversaciones',
  search: 'Buscar nombre, correo o compra',
  filter: 'Cuáles ver',
  filters: {
    open: 'Sin responder',
    answered: 'Respondidas',
    closed: 'Cerradas',
    all: 'Todas',
  } satisfies Readonly<Record<ThreadState | 'all', string>>,
  states: {
    open: 'Sin responder',
    answered: 'Respondida',
    closed: 'Cerrada',
  } satisfies Readonly<Record<ThreadState, string>>,
  subjects: {
    purchase: 'Una compra',
    reading: 'Leer en la tienda',
    account: 'Su cuenta o sus datos',
    other: 'Otra cosa',
  } satisfies Readonly<Record<ThreadSubject, string>>,
  columns: { name: 'Quién', about: 'Sobre qué', last: 'Lo último', state: 'Estado', actions: 'Acciones' },
  unread: (count: number) => (count === 1 ? '1 sin leer' : `${count} sin leer`),
  you: 'Tú',
  visitor: 'Sin cuenta',
  unproved: 'Correo sin confirmar',
  see: 'Ver',
  seeOf: (name: string) => `Ver la conversación con ${name}`,
  empty: {
    title: 'No hay conversaciones aquí',
    text: 'Cuando alguien escriba, te avisamos por correo y lo verás en esta lista.',
  },

  back: 'Mensajes',
  visitorNote:
    'Escribió sin entrar a una cuenta: nadie ha comprobado que el correo sea suyo. La respuesta le llega solo por correo.',
  unprovedNote:
    'Su correo está sin confirmar: nadie ha comprobado que sea suyo. No le digas nada que solo su dueño deba saber.',
  goneNote: 'La cuenta fue eliminada: nadie leería la respuesta.',
  nobody: 'Alguien',
  details: 'Detalles',
  close: 'Cerrar conversación',
  reopen: 'Reabrir',
  closed: 'Conversación cerrada',
  reopened: 'La conversación espera respuesta otra vez',
  order: 'La compra',
  conversation: 'Conversación',
  reply: 'Tu respuesta',
  replyHint: 'Le llega por correo y queda aquí.',
  sent: 'Respuesta enviada',
  failed: 'No pudimos cargar esta conversación.',
  answerGone: 'Esta respuesta quedó sin enviar, y su conversación ya no existe.',
  missing: 'No encontramos esa conversación.',
  retry: 'Intentar nuevamente',
  changeFailed: 'No pudimos guardarlo. Intenta de nuevo.',
  sendFailed: 'No pudimos enviar la respuesta. Sigue aquí: intenta de nuevo.',
} as const;
