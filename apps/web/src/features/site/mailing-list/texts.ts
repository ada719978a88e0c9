/** Words of the pages behind the links in the mailing list's mails. */
export const listLinkTexts = {
  confirm: {
    title: 'Confirma tu suscripción',
    lead: 'Te escribiremos solo cuando salga un libro o una parte nueva.',
    action: 'Confirmar suscripción',
    doneTitle: 'Ya estás en la lista',
    doneLead: 'Nos leemos cuando salga algo nuevo. En cada correo hay un enlace para dejar la lista.',
  },
  confirmBook: {
    title: 'Confirma que te avisemos',
    lead: 'Te escribiremos el día que salga cada parte de ese libro, y nada más.',
    action: 'Sí, avísenme',
    doneTitle: 'Te avisamos el día que salga',
    doneLead: 'En cada correo hay un enlace para que dejemos de avisarte.',
  },
  unsubscribe: {
    title: 'Dejar la lista de correo',
    lead: 'Un clic y no te escribimos más: ni novedades ni avisos de los libros que sigues.',
    action: 'Dejar de recibir correos',
    doneTitle: 'Ya no te escribiremos',
    doneLead: 'Tu correo salió de la lista. Si cambias de idea, puedes volver a suscribirte cuando quieras.',
  },
  unsubscribeBook: {
    title: 'Ya no avisarme de este libro',
    lead: 'Un clic y no te escribimos más sobre este libro.',
    action: 'Ya no avisarme',
    doneTitle: 'Ya no te avisaremos de este libro',
    doneLead: 'Si cambias de idea, toca otra vez «Avísame cuando salga» en la página del libro.',
  },
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Deja tu correo otra vez y te enviamos uno nuevo.',
  toList: 'Ir a la lista de correo',
  toStart: 'Ir al inicio',
} as const;
