import { ReaderView } from '../features/reader/components/reader-view.tsx';
import { session } from '../lib/session.ts';
import { useStoreName } from '../lib/store-name.ts';
import { PrivateMeta } from './page-meta.tsx';
import { panels } from './panels.ts';
import type { WithOpening } from './route-data.ts';
import { appTexts } from './texts.ts';

interface ReaderPageProps extends WithOpening {
  /** Of the address: `book_uuid`, `part_uuid`, `from_admin`. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The device's own store has more to do than to bring the book: that comes after the first page. */
const wakeOffline = () => void import('./wake-offline.ts').then((code) => code.wakeOffline()).catch(() => {});

/** Reader. */
export function ReaderPage({ params, opening }: ReaderPageProps) {
  const store = useStoreName();
  const { book_uuid: bookId = '', part_uuid: partId = '', from_admin: fromAdmin = '' } = params;
  const area = panels[session.claims()?.role ?? 'reader'];
  return (
    <>
      <PrivateMeta title={appTexts.metaReader(store)} />
      <ReaderView
        key={partId + fromAdmin}
        partId={partId}
        opening={opening}
        backTo={`/user-library/${bookId}`}
        onShown={wakeOffline}
        workingArea={area === null ? '/user-settings' : `${area}/book-parts`}
      />
    </>
  );
}
