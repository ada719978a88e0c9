import { useLoaderData, useParams } from 'react-router';
import { ReaderView } from '../features/reader/components/reader-view.tsx';
import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { session } from '../lib/session.ts';
import { PrivateMeta } from './page-meta.tsx';
import { panels } from './panels.ts';
import type { WithOpening } from './route-data.ts';
import { appTexts } from './texts.ts';

/** The device's own store has more to do than to bring the book: that comes after the first page. */
const wakeOffline = () => void import('./wake-offline.ts').then((code) => code.wakeOffline()).catch(() => {});

/** Reader, spec §2. */
export function ReaderScreen() {
  const store = useStoreName();
  const { book_uuid: bookId = '', part_uuid: partId = '', from_admin: fromAdmin = '' } = useParams();
  const area = panels[session.claims()?.role ?? 'reader'];
  const { opening } = useLoaderData<WithOpening>();
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
