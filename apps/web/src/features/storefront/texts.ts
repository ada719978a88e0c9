/** Words of the shop's own pages: header, landing, footer. */
export const storefrontTexts = {
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

  reasonsTitle: 'Razones para leer\u00A0aquí',
  reasons: (price: string) => [
    {
      title: `Libros desde ${price} CLP`,
      text: 'Menos que un pasaje en micro. Compras solo la parte que vas a leer y el acceso es permanente.',
    },
    {
      title: 'Lee donde quieras',
      text: 'La parte que abriste una vez se lee sin conexión. Al volver la señal, tu página y tus notas se ponen al día en todos tus dispositivos.',
    },
    {
      title: 'Pagos seguros',
      text: 'Crédito, débito o billetera digital. Nunca vemos ni guardamos los datos de tu tarjeta.',
    },
    {
      title: 'Apoyo directo a la autora',
      text: 'Sin editoriales ni intermediarios. Lo que pagas financia el próximo capítulo.',
    },
  ],
  steps: [
    {
      title: 'Elige un libro',
      text: 'Mira la portada, lee el fragmento destacado y revisa qué partes ya están disponibles.',
    },
    { title: 'Inicia sesión o regístrate', text: 'Con tu cuenta de Google o con un correo y una contraseña.' },
    { title: 'Paga como prefieras', text: 'Crédito, débito o billetera. El libro queda disponible al instante.' },
    {
      title: 'Lee con nuestro lector',
      text: 'Cambia el tema, los colores y la letra. Funciona sin conexión y recuerda tu página en cada dispositivo.',
    },
  ],
  booksTitle: 'Libros',
  comingSoon: 'Próximamente',
  comingSoonText: 'Los primeros libros están en la imprenta. Deja tu correo y te avisamos apenas salgan.',
  leaveEmail: 'Dejar mi correo',

  authorQuote:
    '«Escribo en la micro, de pie, en libretas que me caben en el abrigo. Por eso mis capítulos duran lo que dura un viaje».',
  authorFacts: [
    'Nació en Ancud y vive en Valparaíso. Fue profesora rural, encuadernadora y, durante once años, boletera de un cine que ya no existe.',
    'Publica por su cuenta desde 2019. Cada libro de esta casa lo escribe, lo corrige y lo despacha ella.',
  ],

  faqTitle: 'Preguntas frecuentes',
  faq: [
    {
      question: '¿Tengo que comprar el libro completo?',
      answer:
        'No. Cada libro se vende por partes: puedes empezar por la primera y seguir cuando quieras. Lo que compras queda en tu biblioteca de forma permanente.',
    },
    {
      question: '¿Cómo puedo pagar?',
      answer:
        'Con tarjeta de crédito, de débito o con billetera digital, en pesos chilenos y con IVA incluido. Pagas en la página segura del proveedor y vuelves aquí con la parte lista para leer.',
    },
    {
      question: '¿Puedo leer sin conexión?',
      answer:
        'Sí. Abre la parte una vez con conexión y queda guardada en ese dispositivo. Tus notas y la página en que vas se guardan ahí mismo y se envían cuando vuelve la señal.',
    },
    {
      question: '¿En qué dispositivos funciona?',
      answer:
        'En cualquier teléfono, tableta o computador con un navegador al día. No hay que instalar nada, aunque puedes dejar la tienda en tu pantalla de inicio como una aplicación.',
    },
    {
      question: '¿Puedo prestar mi cuenta?',
      answer:
        'La cuenta es personal e intransferible. Si quieres que alguien más lea un libro, compártele el enlace: así la autora suma una lectora y tú conservas tus notas.',
    },
    {
      question: '¿Qué pasa si una parte aún no se publica?',
      answer:
        'La verás con su fecha de publicación y el botón «No disponible». Desde ese día se puede comprar. Si dejas tu correo, te avisamos cuando salga.',
    },
    {
      question: '¿Cómo pido ayuda?',
      answer:
        'Escríbenos desde la sección de contacto, al pie de esta página. Si es por una compra, incluye el correo de tu cuenta y la fecha: con eso la encontramos.',
    },
  ],

  contactTitle: 'Un correo cuando salga algo nuevo',
  contactText: 'Sin apuro y sin publicidad: solo nuevas partes y libros.',
  contactWrite: 'Para lo demás, escríbenos a',
  emailLabel: 'Tu correo',
  emailPlaceholder: 'tu@correo.cl',
  subscribe: 'Suscribirme',
  /** Spec §5, §8. */
  emailEmpty: 'Favor introducir un email',
  emailInvalid: 'Email inválido',
  emailAdded: 'Email añadido a la lista',
  emailFailed: 'Error al añadir el email a la lista',

  startReading: 'Empezar a leer',
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
  email: 'Correo',
  copyright: (year: number, version: string) => `© ${year}. Versión ${version}`,
  sandbox: 'Tienda de demostración: los pagos son de prueba y no se cobra nada.',
} as const;
