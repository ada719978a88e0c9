import { useEffect } from 'react';
import { useLoaderData, useParams } from 'react-router';
import { ReaderView } from '../features/reader/components/reader-view.tsx';
import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { session } from '../lib/session.ts';
import { PrivateMeta } from './page-meta.tsx';
import { panels } from './panels.ts';
import { queryClient } from './query-client.ts';
import type { WithOpening } from './route-data.ts';
import { appTexts } from './texts.ts';

/** Reader, spec §2. */
export function ReaderScreen() {
  const store = useStoreName();
  const { book_uuid: bookId = '', part_uuid: partId = '', from_admin: fromAdmin = '' } = useParams();
  const area = panels[session.claims()?.role ?? 'reader'];
  const { opening } = useLoaderData<WithOpening>();
  // The library shows how far one is, and reading has changed that.
  useEffect(() => () => void queryClient.invalidateQueries({ queryKey: ['library'], refetchType: 'none' }), []);
  return (
    <>
      <PrivateMeta title={appTexts.metaReader(store)} />
      <ReaderView
        key={partId + fromAdmin}
        partId={partId}
        opening={opening}
        backTo={`/user-library/${bookId}`}
        workingArea={area === null ? '/user-settings' : `${area}/book-parts`}
      />
    </>
  );
}
