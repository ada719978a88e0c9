import { lazy, Suspense, useEffect, useRef } from 'react';
import { useReloadOnReturn } from '../../../device/reload-on-return.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { CutThreadDrawing, TornSeamDrawing } from '../../../ui/pictures/drawings.tsx';
import type { FailureReason } from '../opening/fetch-opening.ts';
import { readerTexts as t } from '../texts.ts';

const SavedNotes = lazy(async () => ({ default: (await import('../../highlights/saved-notes.tsx')).SavedNotes }));

/** Words for each reason why a part cannot be read. */
const failureTexts = {
  'not-here': {
    title: 'Esta parte no está en este dispositivo',
    text: 'Conéctate a internet y ábrela una vez; después podrás leerla sin conexión.',
  },
  unreachable: {
    title: 'No pudimos comunicarnos con la tienda',
    text: 'Revisa tu conexión e intenta de nuevo.',
  },
  'no-access': {
    title: 'Esta parte no está en tu biblioteca',
    text: 'Si la tenías, guardamos tu página y tus notas. Si crees que es un error, escríbenos.',
  },
  'no-preview': {
    title: 'No puedes ver esta vista previa',
    text: 'Solo la ven quienes editan este libro. Si te falta, pídele a la administración que te lo asigne.',
  },
  'no-sample': {
    title: 'Este comienzo ya no está aquí',
    text: 'Puede que la autora lo haya cambiado o que la dirección esté mal escrita. En la página del libro está lo que se puede leer hoy.',
  },
  'not-found': {
    title: 'No encontramos esta parte del libro',
    text: 'Puede que la dirección esté mal escrita, que la parte ya no exista o que no esté en tu biblioteca.',
  },
  'not-released': {
    title: 'Esta parte todavía no está disponible',
    text: 'Podrás leerla desde el día de su publicación.',
  },
  'without-ebook': {
    title: 'Esta parte todavía no tiene su libro electrónico',
    text: 'Lo estamos preparando. Aparecerá en tu biblioteca cuando esté listo.',
  },
  damaged: {
    title: 'No pudimos leer el archivo de este libro',
    text: 'Ábrelo de nuevo con conexión para descargarlo otra vez. Si sigue igual, escríbenos.',
  },
  account_leaving: {
    title: 'Tu cuenta está por borrarse',
    text: 'Hasta entonces abre solo lo que ya está en este dispositivo. Si quieres quedarte con ella, dilo en «Mis datos».',
  },
  server: {
    title: 'No pudimos abrir el libro',
    text: 'La falla es nuestra. Intenta de nuevo en unos minutos.',
  },
} satisfies Record<FailureReason, { title: string; text: string }>;

/** Where a person has to look. */
const worthWriting: ReadonlySet<FailureReason> = new Set(['no-access', 'damaged']);

const worthAnotherTry: ReadonlySet<FailureReason> = new Set(['not-here', 'unreachable', 'server', 'damaged']);

const writeTo = 'Escríbenos';
const toData = 'Ir a «Mis datos»';

interface ReaderFailureProps {
  readonly reason: FailureReason;
  readonly partId: string;
  /** Where the reader's arrow leads: to the public page for who reads a sample. */
  readonly backTo: string;
}

/** Why the part cannot be read, what to do, and the way back; below it the reader's own notes. */
export function ReaderFailure({ reason, partId, backTo }: ReaderFailureProps) {
  const { title, text } = failureTexts[reason];
  const isSample = backTo.startsWith('/book-detail/');
  const offline = reason === 'not-here' || reason === 'unreachable';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useReloadOnReturn(worthAnotherTry.has(reason) && reason !== 'damaged');
  return (
    <main className="wrap grid w-full flex-1 place-items-center py-12 text-center">
      <div>
        <div className="mx-auto min-h-[150px] w-[220px]">{offline ? <CutThreadDrawing /> : <TornSeamDrawing />}</div>
        <h1 ref={heading} tabIndex={-1} className="type-2 mt-6">
          {title}
        </h1>
        <p className="mx-auto mt-2 max-w-[30em] text-ink-2">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          {worthAnotherTry.has(reason) && <Button onClick={() => location.reload()}>{t.retry}</Button>}
          {reason === 'account_leaving' ? (
            <Link to="/user-settings/data" replace className={buttonClass({ variant: 'primary' })}>
              {toData}
            </Link>
          ) : (
            <Link to={isSample ? backTo : '/user-library'} replace className={buttonClass({ variant: 'primary' })}>
              {isSample ? t.toBook : t.toLibrary}
            </Link>
          )}
          {worthWriting.has(reason) && (
            <Link to="/user-settings/messages/new" className={buttonClass({ variant: 'quiet' })}>
              {writeTo}
            </Link>
          )}
        </div>
      </div>
      <Suspense>{!isSample && <SavedNotes partId={partId} />}</Suspense>
    </main>
  );
}
