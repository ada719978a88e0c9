/** Words of the page behind the link that checks an address. */
export const addressTexts = {
  title: 'Confirma tu correo',
  lead: 'Un clic y sabremos que este correo es tuyo.',
  confirm: 'Confirmar mi correo',
  doneTitle: 'Tu correo está confirmado',
  doneLead: 'Gracias. Aquí llegarán tus comprobantes y los avisos sobre tu cuenta.',
  toBooks: 'Ir a mis libros',
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Pide otro desde tu perfil.',
  toProfile: 'Ir a mi perfil',
} as const;
