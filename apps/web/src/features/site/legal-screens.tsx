import { lazy, Suspense, useEffect, useState } from 'react';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { consentTexts } from './analytics/consent-texts.ts';
import { PublicFrame } from './page-frames.tsx';
import { appTexts as t, PageMeta } from './page-meta.tsx';

interface LegalPage {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
}

/** Five sections each. Facts that only the owner knows come from the settings and stand at the foot. */
const privacyPolicy: LegalPage = {
  title: 'Política de privacidad',
  lead: 'Qué sabemos de ti, para qué lo usamos y cómo pedir que lo cambiemos o borremos.',
  sections: [
    {
      title: 'Información que recopilamos',
      paragraphs: [
        'Cuando creas una cuenta guardamos tu nombre, tu correo y tu contraseña cifrada. Si entras con Google recibimos tu nombre, tu correo y un identificador; nunca tu contraseña de Google.',
        'Cuando compras guardamos qué parte compraste, cuánto pagaste, la fecha y el número de pago. Los datos de tu tarjeta los recibe solo el proveedor de pagos. Mientras lees guardamos la página en que vas y los resaltados y notas que haces.',
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
        'Compartimos datos solo con quienes hacen posible el servicio, como el proveedor de pagos y el de correo, y solo lo que necesitan para su parte.',
      ],
    },
    {
      title: 'Cookies y datos en tu dispositivo',
      paragraphs: [
        'Usamos una cookie que protege los formularios contra envíos falsos y otra que recuerda, por un año, que entraste a tu cuenta en este navegador: así puedes entrar aunque alguien esté intentando adivinar tu contraseña. No sirven para nada más.',
        'En tu dispositivo se guardan además tu sesión, tus ajustes de lectura y las partes que abriste, para que puedas leer sin conexión. Todo eso se borra al cerrar sesión.',
        'Contamos las visitas sin cookies y sin identificarte, y respetamos el aviso de no rastrear de tu navegador.',
      ],
    },
    {
      title: 'Contacto',
      paragraphs: [
        'Puedes pedirnos en cualquier momento ver, corregir o borrar tus datos, o una copia de ellos. Escríbenos desde la sección de contacto de la página de inicio y respondemos en un plazo de diez días hábiles.',
      ],
    },
  ],
};

const termsAndConditions: LegalPage = {
  title: 'Términos y condiciones',
  lead: 'Las reglas de la casa, en breve: lo que compras es tuyo para leer, y solo para ti.',
  sections: [
    {
      title: 'Aceptación de los términos',
      paragraphs: [
        'Al crear una cuenta o comprar en esta tienda aceptas estas condiciones. Los precios están en pesos chilenos e incluyen IVA. El contrato queda hecho cuando el pago se aprueba; te enviamos una copia por correo.',
        'Tienes diez días para arrepentirte de una compra mientras no hayas abierto ni descargado la parte; al abrirla ese derecho termina, y te lo recordamos antes de pagar. Si un libro viene con fallas, te lo cambiamos o te devolvemos el dinero en cualquier momento.',
      ],
    },
    {
      title: 'Propiedad intelectual',
      paragraphs: [
        'Los textos, las portadas y las ilustraciones pertenecen a su autora. La compra te da acceso permanente para leerlos en tu cuenta, no el derecho de copiarlos, publicarlos ni revenderlos. Puedes citar pasajes breves diciendo de dónde vienen.',
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
        'Para pagar te llevamos a la página del proveedor de pagos, y en el pie hay enlaces a redes sociales. Esos sitios tienen sus propias reglas y no respondemos por lo que pase en ellos.',
      ],
    },
    {
      title: 'Modificaciones',
      paragraphs: [
        'Podemos cambiar estas condiciones para mejorar el servicio o cumplir la ley. Si el cambio te afecta te avisamos por correo con treinta días de anticipación. Lo que ya compraste sigue disponible como lo compraste.',
      ],
    },
  ],
};

const legalTexts = {
  seller: 'Quién vende',
  taxId: 'RUT',
} as const;

const ConsentSwitch = lazy(async () => ({
  default: (await import('./analytics/consent-switch.tsx')).ConsentSwitch,
}));

export function PrivacyScreen() {
  const store = useStoreName();
  const measurementId = useSite()?.googleAnalyticsId;
  // What was said is known to the browser only.
  const [live, setLive] = useState(false);
  // oxlint-disable-next-line set-state-in-effect -- the first render must be the server's
  useEffect(() => setLive(true), []);
  return (
    <PublicFrame>
      <PageMeta title={t.titled(privacyPolicy.title, store)} description={privacyPolicy.lead} path="/privacy-policy" />
      <LegalArticle page={privacyPolicy} />
      {measurementId && (
        <section aria-labelledby="measuring-title" className="wrap -mt-12 pb-24">
          <h2 id="measuring-title" className="type-1 mb-2">
            {consentTexts.label}
          </h2>
          <Suspense>{live && <ConsentSwitch measurementId={measurementId} />}</Suspense>
        </section>
      )}
    </PublicFrame>
  );
}

export function TermsScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PageMeta
        title={t.titled(termsAndConditions.title, store)}
        description={termsAndConditions.lead}
        path="/terms-and-conditions"
      />
      <LegalArticle page={termsAndConditions} />
    </PublicFrame>
  );
}

/** A static page of five sections, set as a page of a book. */
function LegalArticle({ page }: { readonly page: LegalPage }) {
  return (
    <article className="wrap pt-10 pb-24 font-(family-name:--cb-font-steady) lg:pt-16">
      <h1 className="type-3 max-w-[14em]">{page.title}</h1>
      <p className="mt-3 max-w-[34em] text-[clamp(1.0625rem,1rem+0.3vw,1.25rem)] leading-[1.6] text-ink-2">
        {page.lead}
      </p>
      <ol className="mt-10 border-b border-line lg:mt-14">
        {page.sections.map((section, index) => (
          <li
            key={section.title}
            className="grid gap-x-10 gap-y-3 border-t border-line py-7 lg:grid-cols-[4fr_8fr] lg:py-9"
          >
            <h2 className="type-1 flex gap-3">
              <span aria-hidden="true" className="figures text-ink-3">
                {index + 1}
              </span>
              {section.title}
            </h2>
            <div className="grid max-w-[62ch] gap-4 text-ink-2">
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <SellerFacts />
    </article>
  );
}

function SellerFacts() {
  const seller = useSite()?.seller;
  const facts = [
    seller?.seller_name,
    seller?.seller_tax_id && `${legalTexts.taxId} ${seller.seller_tax_id}`,
    seller?.seller_address,
    seller?.contact_email,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className="mt-8 text-sm text-ink-3">
      {legalTexts.seller}: {facts.join(', ')}.
    </p>
  );
}
