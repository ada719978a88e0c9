import type { LegalDocument, ShopIdentity, ShopLegal } from '@cuentos/contract/shop';
import { GIFT_DAYS } from '@cuentos/domain/gifts/gift';
import { WITHDRAWAL_DAYS } from '@cuentos/domain/refunds/withdrawal';
import { fillWords, paragraphsOf } from '@cuentos/domain/shop/words';

/** Content of a document; version and day are added at its publication. */
export type LegalContent = Pick<LegalDocument, 'title' | 'lead' | 'sections' | 'seller'>;

/** Outside services that this server's settings switch on and that get data of readers. */
export interface OutsideServices {
  readonly mail: boolean;
  readonly storage: boolean;
  readonly google: boolean;
  /** Name of an external captcha provider; null when the shop uses its own captcha or none. */
  readonly captcha: string | null;
  /** Services that count visits beside the shop's own count, without cookies. */
  readonly counting: readonly string[];
  /** Whether Google Analytics is used, which asks for consent first. */
  readonly measuring: boolean;
  readonly realPayments: boolean;
}

/** Facts from which a legal document is written. */
export interface LegalFacts {
  readonly identity: ShopIdentity;
  readonly legal: ShopLegal;
  readonly on: OutsideServices;
}

const listed = new Intl.ListFormat('es-CL', { type: 'conjunction' });

/** Services outside that get data of readers, each with its purpose. */
function helpersOf(on: OutsideServices): string[] {
  return [
    ...(on.realPayments ? ['Mercado Pago, que recibe los pagos'] : ['el proveedor de pagos']),
    ...(on.mail ? ['el servicio que despacha los correos'] : []),
    ...(on.storage ? ['el almacén donde están los archivos de los libros'] : []),
    ...(on.google ? ['Google, si entras con tu cuenta de allá'] : []),
    ...(on.captcha === null ? [] : [`${on.captcha}, que distingue a las personas de los programas en los formularios`]),
    ...on.counting.map((name) => `${name}, que cuenta las visitas`),
  ];
}

/** The privacy policy, as what is switched on makes it. */
export function privacyPolicy({ identity, on }: LegalFacts): Omit<LegalContent, 'seller'> {
  const where =
    identity.contact_email === null
      ? 'Escríbenos desde la sección de contacto de la página de inicio'
      : `Escríbenos a ${identity.contact_email}`;
  return {
    title: 'Política de privacidad',
    lead: 'Qué sabemos de ti, para qué lo usamos y cómo pedir que lo cambiemos o borremos.',
    sections: [
      {
        title: 'Información que recopilamos',
        paragraphs: [
          `Cuando creas una cuenta guardamos tu nombre, tu correo y tu contraseña cifrada.${on.google ? ' Si entras con Google recibimos tu nombre, tu correo y un identificador; nunca tu contraseña de Google.' : ''}`,
          'Cuando compras guardamos qué parte compraste, cuánto pagaste, la fecha y el número de pago. Los datos de tu tarjeta los recibe solo el proveedor de pagos. Mientras lees guardamos la página en que vas y los resaltados y notas que haces.',
          'Cuando regalas guardamos lo que escribes para esa persona y su correo, si lo das, y los usamos solo para ese regalo: el correo hasta que lo reciba; lo que quede, hasta un mes después de terminado el regalo, o dos si no lo pagaste.',
        ],
      },
      {
        title: 'Uso de la información',
        paragraphs: [
          'Usamos tus datos para darte acceso a tus libros, llevar tu página y tus notas de un dispositivo a otro, enviarte los comprobantes de compra y responderte cuando escribes. Te avisamos de libros nuevos solo si te inscribiste en la lista de correo; cada aviso trae cómo salirse.',
          'No vendemos tus datos ni los usamos para publicidad. Tus notas no las lee nadie más.',
        ],
      },
      {
        title: 'Protección de la información',
        paragraphs: [
          'La conexión con la tienda va cifrada y las contraseñas se guardan de modo que nadie pueda leerlas, tampoco nosotros. Cada sesión se puede cerrar, y al cambiar la contraseña se cierran las demás.',
          `Compartimos datos solo con quienes hacen posible el servicio, y solo lo que necesitan para su parte: ${listed.format(helpersOf(on))}.`,
        ],
      },
      {
        title: 'Cookies y datos en tu dispositivo',
        paragraphs: [
          'Usamos una cookie que protege los formularios contra envíos falsos y otra que recuerda, por un año, que entraste a tu cuenta en este navegador: así puedes entrar aunque alguien esté intentando adivinar tu contraseña. No sirven para nada más.',
          'En tu dispositivo se guardan además tu sesión, tus ajustes de lectura y las partes que abriste, para que puedas leer sin conexión. Todo eso se borra al cerrar sesión.',
          'Contamos las visitas sin cookies y sin identificarte, y respetamos el aviso de no rastrear de tu navegador.',
          ...(on.measuring
            ? [
                'Google Analytics mide las visitas con cookies solo si aceptas; lo que dijiste se cambia al final de esta página.',
              ]
            : []),
        ],
      },
      {
        title: 'Contacto',
        paragraphs: [
          `Puedes pedirnos en cualquier momento ver, corregir o borrar tus datos, o una copia de ellos. ${where} y respondemos en un plazo de diez días hábiles.`,
        ],
      },
    ],
  };
}

/** The terms of the shop, with its own rules at the end. */
export function terms({ identity, legal }: LegalFacts): Omit<LegalContent, 'seller'> {
  const owner = fillWords('{su autora}', {
    storeName: identity.store_name,
    authorName: identity.author_name,
    authorNoun: identity.author_noun,
  });
  const receipts = {
    voucher: 'El comprobante del medio de pago vale como boleta.',
    issuer: 'La boleta la emite quien vende y queda en «Mis compras».',
    undecided: 'El comprobante del pago queda en «Mis compras».',
  } satisfies Readonly<Record<ShopLegal['tax_document'], string>>;
  const receipt = receipts[legal.tax_document];
  const rules = paragraphsOf(legal.rules);
  return {
    title: 'Términos y condiciones',
    lead: 'Las reglas de la casa, en breve: lo que compras es tuyo para leer, y solo para ti.',
    sections: [
      {
        title: 'Aceptación de los términos',
        paragraphs: [
          `Al crear una cuenta o comprar en esta tienda aceptas estas condiciones. Los precios están en pesos chilenos e incluyen IVA. El contrato queda hecho cuando el pago se aprueba; te enviamos una copia por correo. ${receipt}`,
          `Tienes ${WITHDRAWAL_DAYS} días para arrepentirte de una compra mientras no hayas abierto ni descargado la parte; al abrirla ese derecho termina, y te lo recordamos antes de pagar. Lo haces en «Mis compras», a cualquier hora y sin decir por qué: la parte sale de tu biblioteca y el dinero vuelve por el mismo medio con que pagaste. Si un libro viene con fallas, te lo cambiamos o te devolvemos el dinero en cualquier momento.`,
          `Un regalo llega con un enlace que recibe una sola cuenta, una sola vez, dentro de ${GIFT_DAYS} días. Mientras nadie lo haya recibido puedes arrepentirte en el mismo plazo; después la parte es de quien lo recibió. Un código de descuento vale para los libros, las fechas y las veces que dice quien lo ofrece, y no se cambia por dinero.`,
        ],
      },
      {
        title: 'Propiedad intelectual',
        paragraphs: [
          `Los textos, las portadas y las ilustraciones pertenecen a ${owner}. La compra te da acceso permanente para leerlos en tu cuenta, no el derecho de copiarlos, publicarlos ni revenderlos. Puedes citar pasajes breves diciendo de dónde vienen.`,
          'Si una reclamación de derechos o la orden de un tribunal nos obliga a retirar una parte, te avisamos por correo, guardamos tu página y tus notas, y puedes pedir que te devolvamos lo que pagaste por ella.',
        ],
      },
      {
        title: 'Uso del sitio',
        paragraphs: [
          'La cuenta es personal e intransferible. Cuida tu contraseña y avísanos si crees que otra persona la usa. Puedes leer en todos tus dispositivos, con o sin conexión.',
          'No está permitido saltarse las protecciones de los archivos, automatizar compras o descargas, ni usar la tienda para dañar a otras personas. Si eso ocurre podemos cerrar la cuenta.',
        ],
      },
      {
        title: 'Enlaces a terceros',
        paragraphs: [
          `Para pagar te llevamos a la página del proveedor de pagos${identity.links.length > 0 ? ', y en el pie hay enlaces a redes sociales' : ''}. Los sitios de otros tienen sus propias reglas y no respondemos por lo que pase en ellos.`,
        ],
      },
      {
        title: 'Modificaciones',
        paragraphs: [
          'Podemos cambiar estas condiciones para mejorar el servicio o cumplir la ley. Cada versión queda guardada con su fecha, y de una nueva te avisamos la próxima vez que entras. Lo que ya compraste sigue disponible como lo compraste.',
        ],
      },
      ...(rules.length > 0 ? [{ title: 'Reglas de esta tienda', paragraphs: [...rules] }] : []),
    ],
  };
}
