/** Words of the pages behind the links in the mailing list's mails. */
export const listLinkTexts = {
  confirm: {
    title: 'Confirma tu suscripción',
    lead: 'Te escribiremos solo cuando salga un libro o una parte nueva.',
    action: 'Confirmar suscripción',
    doneTitle: 'Ya estás en la lista',
    doneLead: 'Nos leemos cuando salga algo nuevo. En cada correo hay un enlace para dejar la lista.',
  },
  unsubscribe: {
    title: 'Dejar la lista de correo',
    lead: 'Un clic y no te escribimos más.',
    action: 'Dejar de recibir correos',
    doneTitle: 'Ya no te escribiremos',
    doneLead: 'Tu correo salió de la lista. Si cambias de idea, puedes volver a suscribirte cuando quieras.',
  },
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Deja tu correo otra vez y te enviamos uno nuevo.',
  toList: 'Ir a la lista de correo',
  toStart: 'Ir al inicio',
} as const;
