/** Words of the shop's own pages: header, landing, footer. */
export const siteTexts = {
  version: '1.0.0',
  metaTitle: (store: string) => `Historias que caben en un bolsillo · ${store}`,
  metaDescription: (author: string) =>
    `Los libros de ${author}: se compran por partes en pesos chilenos y se leen aquí mismo, con o sin conexión.`,
  skip: 'Saltar al contenido',
  mainNav: 'Principal',
  openMenu: 'Abrir menú',
  closeMenu: 'Cerrar menú',
  links: [
    { href: '/#libros', label: 'Libros' },
    { href: '/#autora', label: 'La autora' },
    { href: '/#preguntas', label: 'Preguntas' },
    { href: '/#contacto', label: 'Contacto' },
  ],
  signIn: 'Iniciar sesión',
  myBooks: 'Mis libros',

  heroTitle: 'Historias que caben en un bolsillo.',
  heroLead: (author: string) =>
    `Te damos la bienvenida a la casa de los libros de ${author}. Se compran por partes y se leen aquí mismo, con o sin conexión.`,
  seeBooks: 'Ver los libros',
  howItWorks: 'Cómo funciona',
  booksFrom: (price: string) => `Libros desde ${price} CLP`,

  booksTitle: 'Libros',
  comingSoon: 'Próximamente',
  comingSoonText: 'Los primeros libros están en la imprenta. Deja tu correo y te avisamos apenas salgan.',
  leaveEmail: 'Dejar mi correo',

  contactTitle: 'Un correo cuando salga algo nuevo',
  contactText: 'Sin apuro y sin publicidad: solo nuevas partes y libros.',
  contactWrite: 'Para lo demás, escríbenos a',
  emailLabel: 'Tu correo',
  emailPlaceholder: 'tu@correo.cl',
  subscribe: 'Suscribirme',
  startReading: 'Empezar a leer',
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
  email: 'Correo',
  copyright: (year: number, version: string) => `© ${year}. Versión ${version}`,
  sandboxLabel: 'Aviso de la tienda',
  sandbox: 'Tienda de demostración: los pagos son de prueba y no se cobra nada.',
} as const;
