/** Words of the shop's own pages: header, landing, footer. */
export const siteTexts = {
  version: '1.0.0',
  metaTitle: (title: string, store: string) => `${title.replace(/\.$/, '')} · ${store}`,
  metaDescription:
    'Los libros de {autora}: se compran por partes en pesos chilenos y se leen aquí mismo, con o sin conexión.',
  skip: 'Saltar al contenido',
  missedPress: 'No pudimos conectarnos. Revisa tu conexión y toca de nuevo.',
  mainNav: 'Principal',
  pocket: 'Tu bolsillo',
  openMenu: 'Abrir menú',
  closeMenu: 'Cerrar menú',
  links: {
    books: { href: '/#libros', label: 'Libros' },
    questions: { href: '/#preguntas', label: 'Preguntas' },
    contact: { href: '/#contacto', label: 'Contacto' },
  },
  signIn: 'Iniciar sesión',
  myBooks: 'Mis libros',

  seeBooks: 'Ver los libros',
  howItWorks: 'Cómo funciona',
  booksFrom: (price: string) => `Libros desde ${price} CLP`,

  booksTitle: 'Libros',
  comingSoon: 'Próximamente',
  comingSoonText: 'Los primeros libros están en la imprenta. Deja tu correo y te avisamos apenas salgan.',
  leaveEmail: 'Dejar mi correo',

  contactWrite: 'Para lo demás, escríbenos a',
  write: 'Escríbenos',
  contactAsk: '¿Una pregunta, o algo anda mal con una compra?',
  startReading: 'Empezar a leer',
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
  email: 'Correo',
  copyright: (year: number, version: string) => `© ${year}. Versión ${version}`,
  sandboxLabel: 'Aviso de la tienda',
  sandbox: 'Tienda de demostración: los pagos son de prueba y no se cobra nada.',
} as const;

/** Words of private screens without a script; in this object, because browsers with script never load them. */
export const withoutScriptTexts = {
  title: 'Esta página necesita JavaScript',
  text: 'Tu biblioteca, tu cuenta y el lector funcionan con JavaScript, y este navegador lo tiene apagado. Enciéndelo y carga la página de nuevo; los libros de la tienda se ven sin él.',
  books: 'Ver los libros',
} as const;
