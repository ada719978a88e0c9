import * as endpoints from '@cuentos/contract/endpoints';
import type { PersonalData, PersonalSection } from '@cuentos/contract/personal-data';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../../device/connection.ts';
import { call } from '../../lib/api/api-client.ts';
import { formatDate } from '../../lib/formats.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { saveFile } from '../../lib/save-file.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link } from '../../ui/navigation.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';

/** Words of 'Mis datos' and of the copy that is for reading. */
const dataTexts = {
  title: 'Mis datos',
  metaTitle: (store: string) => `Mis datos · ${store}`,
  backToProfile: 'Mi perfil',
  lead: 'Son tuyos. Aquí te los llevas, y decides qué se hace con ellos.',

  copyTitle: 'Llevarme una copia',
  copyText:
    'Todo lo que guardamos de ti: cuenta, compras, lecturas, resaltados y notas. En un archivo para leer y otro para otros programas.',
  page: 'Descargar para leer',
  programs: 'Descargar para otros programas',
  made: 'Tu copia está en tus descargas',
  offline: 'Sin conexión. La copia se hace cuando vuelva.',

  permitTitle: 'Lo que permites',
  permitText: 'Los avisos que pediste y los libros que sigues están en tu perfil; ahí los dejas cuando quieras.',
  permitLink: 'Ver lo que sigo',
  measuringText: 'Qué contamos de las visitas, y cómo retirar tu permiso, lo dice la política de privacidad.',
  measuringLink: 'Política de privacidad',

  askTitle: 'Corregir, detener o borrar',
  askText:
    'Para corregir un dato, que dejemos de usarlos o que borremos tu cuenta, escríbenos desde aquí: así sabemos que eres tú.',
  askLink: 'Escribir a la tienda',

  copyOf: (shop: string) => `Mis datos en ${shop}`,
  madeOn: (moment: string) => `Copia del ${moment}, hora de Santiago.`,
  nothing: 'Nada.',
} as const;

/** What the codes of the copy mean, for reading. */
const meanings: Readonly<Record<string, string>> = {
  reader: 'lectora o lector',
  writter: 'escritora o escritor',
  admin: 'administración',
  open: 'por pagar',
  pending: 'pendiente',
  paid: 'pagada',
  rejected: 'rechazado',
  expired: 'vencida',
  refunded: 'devuelto',
  partially_refunded: 'devuelta en parte',
  disputed: 'en reclamo',
  approved: 'aprobado',
  in_mediation: 'en mediación',
  charged_back: 'contracargo',
  cancelled: 'cancelado',
  requested: 'pedida',
  done: 'hecha',
  settled: 'hecha por otro medio',
  failed: 'no se pudo',
  withdrawal: 'te arrepentiste',
  ownership: 'es tuya',
  early_access: 'lectura para revisión',
  purchase: 'compra',
  free: 'gratis',
  grant: 'regalo',
  confirmed: 'confirmado',
  unsubscribed: 'dado de baja',
  none: 'no',
  left: 'dejado',
  queued: 'enviado',
  waiting: 'por enviar',
  form: 'formulario',
  address: 'dirección',
  'mail-link': 'enlace del correo',
  'one-click': 'un clic del correo',
  account: 'tu cuenta',
  recover: 'elegir otra contraseña',
  'verify-email': 'confirmar tu correo',
  privacy: 'política de privacidad',
  terms: 'términos y condiciones',
  yellow: 'amarillo',
  green: 'verde',
  blue: 'azul',
  pink: 'rosado',
  red: 'rojo',
};

const pad = (value: number) => String(value).padStart(2, '0');

function formatMoment(instant: string): string {
  const { hour, minute } = santiagoWallTime(new Date(instant).getTime());
  return `${formatDate(instant)} ${pad(hour)}:${pad(minute)}`;
}

function shown(key: string, value: string | number | null): string {
  if (value === null) return '–';
  if (typeof value === 'number') return String(value);
  return key === 'at' || key.endsWith('_at') ? formatMoment(value) : (meanings[value] ?? value);
}

const style =
  'body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}';

/** A page that stands by itself, without any script. Texts go in as texts, whatever is written in them. */
export function pageOf({ shop, made_at, sections }: PersonalData): string {
  const page = document.implementation.createHTMLDocument(dataTexts.copyOf(shop));
  page.documentElement.lang = 'es';
  const add = (parent: Element, name: string, text = '') => {
    const element = page.createElement(name);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  add(page.head, 'meta').setAttribute('charset', 'utf-8');
  add(page.head, 'style', style);
  add(page.body, 'h1', dataTexts.copyOf(shop));
  add(page.body, 'p', dataTexts.madeOn(formatMoment(made_at)));
  const table = ({ columns, rows }: PersonalSection) => {
    const drawn = add(page.body, 'table');
    const head = add(add(drawn, 'thead'), 'tr');
    for (const { label } of columns) add(head, 'th', label).setAttribute('scope', 'col');
    const body = add(drawn, 'tbody');
    for (const row of rows) {
      const line = add(body, 'tr');
      for (const { key } of columns) add(line, 'td', shown(key, row[key] ?? null));
    }
  };
  for (const section of sections) {
    add(page.body, 'h2', section.title);
    if (section.rows.length === 0) add(page.body, 'p', dataTexts.nothing);
    else table(section);
  }
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

/** 'Mis datos'. */
export function PersonalDataScreen() {
  const store = useStoreName();
  return (
    <SignedInFrame>
      <PrivateMeta title={dataTexts.metaTitle(store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-settings">{dataTexts.backToProfile}</BackLink>
        <h1 className="type-3 mt-4">{dataTexts.title}</h1>
        <p className="mt-2 mb-8 max-w-[38em] text-ink-2">{dataTexts.lead}</p>
        <CopySection />
        <Section id="permit" title={dataTexts.permitTitle}>
          <p className="text-ink-2">{dataTexts.permitText}</p>
          <TextLink to="/user-settings">{dataTexts.permitLink}</TextLink>
          <p className="mt-5 text-ink-2">{dataTexts.measuringText}</p>
          <TextLink to="/privacy-policy">{dataTexts.measuringLink}</TextLink>
        </Section>
        <Section id="ask" title={dataTexts.askTitle}>
          <p className="text-ink-2">{dataTexts.askText}</p>
          <TextLink to="/user-settings/messages/new">{dataTexts.askLink}</TextLink>
        </Section>
      </div>
    </SignedInFrame>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-4 border-t border-line py-8 lg:grid-cols-[4fr_8fr] lg:gap-10"
    >
      <h2 id={`${id}-title`} className="type-1">
        {title}
      </h2>
      <div className="max-w-[38em]">{children}</div>
    </section>
  );
}

function TextLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {children}
    </Link>
  );
}

/** A copy as a page for reading, or as JSON. */
function CopySection() {
  const online = useOnline();
  const page = useTask();
  const programs = useTask();
  const save = async (kind: 'html' | 'json') => {
    try {
      const data = await call(endpoints.personalData);
      const text = kind === 'html' ? pageOf(data) : JSON.stringify(data, null, 2);
      const type = kind === 'html' ? 'text/html' : 'application/json';
      saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `mis-datos.${kind}`);
      showToastHere('success', dataTexts.made);
    } catch {
      // The failed call has already said so.
    }
  };
  return (
    <Section id="copy" title={dataTexts.copyTitle}>
      <p className="text-ink-2">{dataTexts.copyText}</p>
      {online ? (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button busy={page.busy} onClick={() => void page.run(async () => save('html'))}>
            {dataTexts.page}
          </Button>
          <Button busy={programs.busy} onClick={() => void programs.run(async () => save('json'))}>
            {dataTexts.programs}
          </Button>
        </div>
      ) : (
        <output className="mt-5 flex items-center gap-1.5 text-sm text-ink-2 [&>svg]:size-4 [&>svg]:shrink-0">
          <WifiOff aria-hidden="true" />
          {dataTexts.offline}
        </output>
      )}
    </Section>
  );
}
