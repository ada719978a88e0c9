/** Words of the landing page's sections that only read; the browser gets them as markup, not as script. */
export const proseTexts = {
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
} as const;
