import { Plus } from 'lucide-react';
import { author } from '../../../lib/page-data.ts';
import { siteTexts } from '../texts.ts';

/** Words of the landing page's sections that only read; the browser gets them as markup, not as script. */
const proseTexts = {
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

/** Why to read here, and how. */
export function ReasonsAndSteps({ price }: { readonly price: string }) {
  return (
    <>
      <Reasons price={price} />
      <HowItWorks />
    </>
  );
}

/** A ruled list, not cards. */
function Reasons({ price }: { readonly price: string }) {
  return (
    <section className="block-space">
      <div className="wrap grid gap-10 lg:grid-cols-[4fr_8fr]">
        <h2 className="type-3">{proseTexts.reasonsTitle}</h2>
        <dl className="border-b border-line">
          {proseTexts.reasons(price).map((reason) => (
            <div
              key={reason.title}
              className="grid gap-x-8 gap-y-1.5 border-t border-line py-5.5 lg:grid-cols-[5fr_7fr] lg:py-7"
            >
              <dt className="font-serif text-[clamp(1.25rem,1.1rem+0.6vw,1.5rem)] leading-[1.25] font-[560] tracking-[-0.01em]">
                {reason.title}
              </dt>
              <dd className="max-w-[38em] text-ink-2">{reason.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Four numbered pockets joined by the thread; vertical on a phone. */
function HowItWorks() {
  return (
    <section id="como" className="block-space bg-sunken">
      <div className="wrap">
        <h2 className="type-3">{siteTexts.howItWorks}</h2>
        <ol className="mt-9 grid lg:mt-12 lg:grid-cols-4 lg:gap-6">
          {proseTexts.steps.map((step, index) => (
            <li key={step.title} className="group relative pb-8 pl-15 lg:pt-17 lg:pb-0 lg:pl-0">
              <span
                aria-hidden="true"
                className="absolute top-11 bottom-1 left-5 w-0.5 bg-[repeating-linear-gradient(180deg,var(--cb-accent)_0_8px,transparent_8px_13px)] group-last:hidden lg:top-5 lg:-right-5 lg:bottom-auto lg:left-13 lg:h-0.5 lg:w-auto lg:bg-[repeating-linear-gradient(90deg,var(--cb-accent)_0_8px,transparent_8px_13px)]"
              />
              <span
                aria-hidden="true"
                className="absolute top-0 left-0 grid size-10.5 place-items-center rounded-b-xl bg-accent font-serif text-lg font-semibold text-on-accent"
              >
                {index + 1}
              </span>
              <h3 className="pt-[0.45rem] text-xl leading-[1.3] lg:pt-0">{step.title}</h3>
              <p className="mt-1.5 max-w-[32em] text-ink-2">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Who writes, and what readers ask. */
export function AuthorAndFaq() {
  return (
    <>
      <AboutAuthor />
      <Faq />
    </>
  );
}

/** Her sentence large, the facts small. */
function AboutAuthor() {
  return (
    <section id="autora" className="wrap">
      <div className="grid gap-10 border-t border-line py-[clamp(3rem,7vw,6rem)] lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-20">
        <blockquote className="quote text-[clamp(1.5rem,1.1rem+1.9vw,2.375rem)] leading-[1.28]">
          {proseTexts.authorQuote}
        </blockquote>
        <div className="grid gap-4">
          <AuthorPocket />
          <h2 className="type-1">{author.name}</h2>
          {proseTexts.authorFacts.map((fact) => (
            <p key={fact} className="text-ink-2">
              {fact}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

function AuthorPocket() {
  return (
    <svg viewBox="0 0 170 176" width="136" height="141" aria-hidden="true">
      <path d="M46 22H112V120H46Z" fill="#efe2c8" />
      <path d="M46 22H56V120H46Z" fill="#bd3b27" />
      <path d="M66 40H100M66 50H92" stroke="#2a2730" strokeWidth="3" />
      <path d="M124 6H134V120H124Z" fill="#e6ae35" />
      <path d="M124 6H134V22H124Z" fill="#bd3b27" />
      <path d="M10 78H160V146L85 172L10 146Z" fill="var(--cb-band)" />
      <path
        d="M10 90H160M19 100V140L85 163L151 140V100"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="8 5.500"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Seven questions; native `details` of one name, so that one is open at a time. */
function Faq() {
  return (
    <section id="preguntas" className="wrap grid gap-6 pb-[clamp(3.5rem,8vw,7rem)] lg:grid-cols-[4fr_8fr] lg:gap-10">
      <h2 className="type-3">{proseTexts.faqTitle}</h2>
      <div className="border-b border-line">
        {proseTexts.faq.map((entry, index) => (
          <details key={entry.question} name="faq" open={index === 0} className="group border-t border-line">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-serif text-lg leading-[1.4] font-[540] [&::-webkit-details-marker]:hidden">
              {entry.question}
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 transition-transform duration-(--cb-dur-ui) ease-cb group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[40em] pr-12 pb-6 text-ink-2">{entry.answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
