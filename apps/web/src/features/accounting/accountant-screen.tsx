import {
  type AccountantMonth,
  openAccountantCsv,
  openAccountantDocument,
  openAccountantMonth,
} from '@cuentos/contract/accounting';
import type { BodyOf, Call } from '@cuentos/contract/call';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CallOptions } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDate, formatNumber, formatPrice } from '../../lib/formats.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { fetchFile, saveFile } from '../../lib/save-file.ts';
import { useScreenParams } from '../../lib/screen-data.ts';
import { Button } from '../../ui/button.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { BrandLink } from '../site/brand-link.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { MonthChooser } from './month-chooser.tsx';
import { MonthSums } from './month-sums.tsx';
import { accountantTexts as t } from './texts.ts';

/** Reason why no month is shown. */
interface Refusal {
  readonly sentence: string;
  /** Whether trying again is useless. */
  readonly isOver: boolean;
}

type Answer = AccountantMonth | Refusal;

/** Choice of the accountant; a new object requests it again. */
interface Choice {
  readonly month?: string;
}

async function loadMonth(token: string, choice: Choice): Promise<Answer> {
  try {
    const { request } = await import('../../lib/api/api-client.ts');
    return await request(openAccountantMonth, { json: { token, ...choice }, handles: 'all', quiet: true });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
      return { sentence: t.failed, isOver: false };
    return { sentence: error.detail, isOver: error.status === 404 || error.status === 410 };
  }
}

/** The chosen month; an answer to an earlier choice is dropped. */
function useMonth(token: string) {
  const [choice, setChoice] = useState<Choice>({});
  const [loaded, setLoaded] = useState<{ readonly choice: Choice; readonly answer: Answer } | null>(null);
  useEffect(() => {
    let isHere = true;
    void loadMonth(token, choice).then((answer) => isHere && setLoaded({ choice, answer }));
    return () => {
      isHere = false;
    };
  }, [token, choice]);
  return { choice, setChoice, answer: loaded?.choice === choice ? loaded.answer : null };
}

/** The page of an accountant's link: each month's sums, file and documents, read-only. */
export function AccountantScreen() {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const { choice, setChoice, answer } = useMonth(token);
  const [latest, setLatest] = useState<string | null>(null);
  const data = answer !== null && 'sums' in answer ? answer : null;
  const refusal = answer !== null && 'sentence' in answer ? answer : null;
  if (data !== null && data.latest !== latest) setLatest(data.latest);
  const month = choice.month ?? latest;
  return (
    <main id="contenido" className="mx-auto w-full max-w-[60rem] px-(--cb-gutter) py-8">
      <PrivateMeta title={t.metaTitle(store)} />
      <meta name="referrer" content="no-referrer" />
      <BrandLink />
      <h1 className="type-3 mt-8">{t.title}</h1>
      <p className="mt-2 mb-6 text-ink-2">{t.lead}</p>
      {month !== null && latest !== null && !refusal?.isOver && (
        <MonthChooser month={month} latest={latest} onChange={(next) => setChoice({ month: next })} />
      )}
      {answer === null && <MonthSkeleton />}
      {refusal && <Refused refusal={refusal} onRetry={() => setChoice({ ...choice })} />}
      {data && <Month data={data} token={token} />}
    </main>
  );
}

interface RefusedProps {
  readonly refusal: Refusal;
  readonly onRetry: () => void;
}

function Refused({ refusal: { sentence, isOver }, onRetry }: RefusedProps) {
  return (
    <div className="mt-6 grid justify-items-start gap-4">
      <p role="alert">{sentence}</p>
      {!isOver && <Button onClick={onRetry}>{t.retry}</Button>}
    </div>
  );
}

function MonthSkeleton() {
  return (
    <Waiting className="mt-6 grid gap-8">
      <p className="sr-only">{t.loading}</p>
      <div className="skeleton h-36" />
      <div className="skeleton h-40" />
    </Waiting>
  );
}

interface MonthProps {
  readonly data: AccountantMonth;
  readonly token: string;
}

function Month({ data, token }: MonthProps) {
  const { month, row_count: count, documents } = data;
  return (
    <div className="mt-6 grid gap-8">
      <MonthSums sums={data.sums} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          label={t.csv}
          description={t.csvLabel}
          failed={t.csvFailed}
          name={t.csvName(month)}
          fetchIt={async () => fetchByLink(openAccountantCsv, { token, month })}
        />
        <p className="figures text-sm text-ink-2">
          {count === 0 ? t.noMovements : t.movements(count, formatNumber(count))}
        </p>
      </div>
      <section>
        <h2 className="type-1 mb-3">{t.documents}</h2>
        {documents.length === 0 && <p className="text-ink-2">{t.noDocuments}</p>}
        <ul className={documents.length === 0 ? 'hidden' : 'border-t border-line'}>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} token={token} />
          ))}
        </ul>
      </section>
    </div>
  );
}

type MonthDocument = AccountantMonth['documents'][number];

function DocumentRow({ document, token }: { readonly document: MonthDocument; readonly token: string }) {
  const { id, kind, folio, number, state, at, total, has_file: hasFile } = document;
  const numberText = folio === null ? number !== null && t.internal(number) : t.folio(folio);
  const name = [t.kinds[kind], numberText].filter(Boolean).join(', ');
  return (
    <li className="figures flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-2">
          {[formatDate(at), formatPrice(total), state !== null && t.documentStates[state]].filter(Boolean).join(' · ')}
        </p>
      </div>
      {hasFile && (
        <FileButton
          label={t.download}
          description={t.of(t.download, name)}
          failed={t.downloadFailed}
          name={t.documentName(kind, folio ?? `interna-${number ?? 0}`)}
          fetchIt={async () => fetchByLink(openAccountantDocument, { token, id })}
        />
      )}
    </li>
  );
}

interface FileButtonProps {
  readonly label: string;
  /** Text that a screen reader says instead. */
  readonly description: string;
  readonly failed: string;
  /** Name of the file on the device. */
  readonly name: string;
  readonly fetchIt: () => Promise<Blob | null>;
}

function FileButton({ label, description, failed, name, fetchIt }: FileButtonProps) {
  const { busy, run } = useTask();
  const download = async () => {
    try {
      const file = await fetchIt();
      if (file !== null) saveFile(file, name);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500;
      showToastHere('error', isRefused ? error.detail : failed);
    }
  };
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      aria-label={description}
      busy={busy}
      onClick={() => void run(download)}
    >
      {label}
    </Button>
  );
}

/** The file that a call with the token in its body answers. */
async function fetchByLink<C extends typeof openAccountantCsv | typeof openAccountantDocument>(
  call: C,
  json: BodyOf<C>,
): Promise<Blob | null> {
  const { request } = await import('../../lib/api/api-client.ts');
  const options = { json, handles: 'all', quiet: true } as CallOptions<Call>;
  return fetchFile(async (transport) => request<Call>(call, { ...options, transport }));
}
