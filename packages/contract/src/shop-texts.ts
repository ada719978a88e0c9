import type { ShopWords } from './shop.ts';

/**
 * Texts of the landing page until the author writes others. `{desde}`, `{autora}` and their like are filled in when the
 * page is made; `*así*` is set in italics.
 */
export const originalWords: ShopWords = {
  hero_title: 'Historias que caben en un bolsillo.',
  hero_lead:
    'Te damos la bienvenida a la casa de los libros de {autora}. Se compran por partes y se leen aquí mismo, con o sin conexión.',
  reasons_title: 'Razones para leer aquí',
  reasons: [
    {
      title: 'Libros desde {desde} CLP',
      text: 'Compras solo la parte que vas a leer y el acceso es permanente.',
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
      title: 'Apoyo directo {a la autora}',
      text: 'Sin editoriales ni intermediarios. Lo que pagas financia el próximo capítulo.',
    },
  ],
  steps_title: 'Cómo funciona',
  steps: [
    {
      title: 'Elige un libro',
      text: 'Mira la portada, lee el fragmento destacado y revisa qué partes ya están disponibles.',
    },
    { title: 'Inicia sesión o regístrate', text: 'Con {formas de entrar}.' },
    { title: 'Paga como prefieras', text: 'Crédito, débito o billetera. El libro queda disponible al instante.' },
    {
      title: 'Lee con nuestro lector',
      text: 'Cambia el tema, los colores y la letra. Funciona sin conexión y recuerda tu página en cada dispositivo.',
    },
  ],
  faq_title: 'Preguntas frecuentes',
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
        'La cuenta es personal e intransferible. Si quieres que alguien más lea un libro, compártele el enlace: así {la autora} suma una lectora y tú conservas tus notas.',
    },
    {
      question: '¿Qué pasa si una parte aún no se publica?',
      answer:
        'La verás con su fecha de publicación y el botón «Avísame cuando salga»: tócalo y te escribimos ese día. Desde entonces se puede comprar.',
    },
    {
      question: '¿Cómo pido ayuda?',
      answer:
        'Escríbenos desde la sección de contacto, al pie de esta página. Si es por una compra, incluye el correo de tu cuenta y la fecha: con eso la encontramos.',
    },
  ],
  list_title: 'Un correo cuando salga algo nuevo',
  list_text: 'Sin apuro y sin publicidad: solo nuevas partes y libros.',
};
