import { getPersonalData, type PersonalData, type PersonalSection } from '@cuentos/contract/personal-data';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { useOnline } from '../../device/connection.ts';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
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
import { OfflineLine } from '../../ui/state-line.tsx';
import { DataRights } from './data-rights.tsx';
import { Section } from './own-data.tsx';
import { personalDataTexts as dataTexts, codeMeanings as meanings } from './texts.ts';

const pad = (value: number) => String(value).padStart(2, '0');

function formatMoment(instant: string): string {
  const { hour, minute } = santiagoWallTime(new Date(instant).getTime());
  return `${formatDate(instant)} ${pad(hour)}:${pad(minute)}`;
}

function presentValue(key: string, value: string | number | null): string {
  if (value === null) return '–';
  if (typeof value === 'number') return String(value);
  return key === 'at' || key.endsWith('_at') ? formatMoment(value) : (meanings[value] ?? value);
}

const style =
  'body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border:1px solid #bbb;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;white-space:pre-wrap}';

/** A page by itself, without any script. Texts are inserted as text, whatever they contain. */
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
    const table = add(page.body, 'table');
    const head = add(add(table, 'thead'), 'tr');
    for (const { label } of columns) add(head, 'th', label).setAttribute('scope', 'col');
    const body = add(table, 'tbody');
    for (const row of rows) {
      const line = add(body, 'tr');
      for (const { key } of columns) add(line, 'td', presentValue(key, row[key] ?? null));
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
        <DataRights />
        <Section id="measuring" title={dataTexts.measuringTitle}>
          <p className="text-ink-2">{dataTexts.measuringText}</p>
          <Link to="/privacy-policy" className="link inline-flex min-h-11 items-center">
            {dataTexts.measuringLink}
          </Link>
        </Section>
        <Section id="ask" title={dataTexts.askTitle}>
          <p className="text-ink-2">{dataTexts.askText}</p>
          <Link to="/user-settings/messages/new" className="link inline-flex min-h-11 items-center">
            {dataTexts.askLink}
          </Link>
        </Section>
      </div>
    </SignedInFrame>
  );
}

/** File formats of the copy, by file ending. */
const formats = {
  html: { type: 'text/html', label: dataTexts.page, make: pageOf, name: 'mis-datos' },
  json: {
    type: 'application/json',
    label: dataTexts.programs,
    make: (data: PersonalData) => JSON.stringify(data, null, 2),
    name: 'mis-datos',
  },
} as const;

function CopyButton({ kind }: { readonly kind: keyof typeof formats }) {
  const { busy, run } = useTask();
  const { type, label, make, name } = formats[kind];
  const save = async () => {
    try {
      const text = make(await request(getPersonalData));
      saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `${name}.${kind}`);
      showToastHere('success', dataTexts.made);
    } catch {
      // The failed call has shown its message.
    }
  };
  return (
    <Button busy={busy} onClick={() => void run(save)}>
      {label}
    </Button>
  );
}

/** Highlights, notes and bookmarks in the formats of other programs, in one archive. */
function NotesButton() {
  const { busy, run } = useTask();
  const save = async () => {
    try {
      const { archiveOfNotes } = await import('./all-notes.ts');
      const file = await archiveOfNotes();
      saveFile(file, file.name);
      showToastHere('success', dataTexts.made);
    } catch (error) {
      // A failed call has shown its message.
      if (!(error instanceof ApiError)) showToastHere('error', NO_ANSWER_TEXT);
    }
  };
  return (
    <Button busy={busy} onClick={() => void run(save)}>
      {dataTexts.allNotes}
    </Button>
  );
}

/** A copy as a page to read, or as JSON; notes also in the formats of other programs. */
function CopySection() {
  const online = useOnline();
  return (
    <Section id="copy" title={dataTexts.copyTitle}>
      <p className="text-ink-2">{dataTexts.copyText}</p>
      {online ? (
        <>
          <div className="mt-5 flex flex-wrap gap-3">
            <CopyButton kind="html" />
            <CopyButton kind="json" />
          </div>
          <p className="mt-5 text-sm text-ink-2">{dataTexts.notes}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <NotesButton />
          </div>
        </>
      ) : (
        <OfflineLine online={false} text={dataTexts.offline} className="mt-5" />
      )}
    </Section>
  );
}
