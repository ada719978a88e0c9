/** Every sentence of the development outbox. */
export const mailOutboxTexts = {
  title: 'Bandeja de salida',
  lead: 'Los últimos correos de esta tienda de desarrollo. En producción esta página no existe.',
  empty: 'Todavía no hay correos.',
  to: (recipient: string) => `Para ${recipient}`,
  sent: (date: string) => `Enviado el ${date}`,
  waiting: (date: string) => `En espera hasta el ${date}`,
  failed: (error: string) => `No se pudo enviar (${error})`,
  links: 'Enlaces',
  show: 'Ver el correo',
  erased: 'El contenido se borró: llevaba un enlace secreto.',
} as const;
