import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { Loader } from '../ui/loader.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { appTexts } from './texts.ts';

/** Reader, spec §2. */
export function ReaderScreen() {
  const store = useStoreName();
  return (
    <main>
      <PrivateMeta title={appTexts.metaReader(store)} />
      <Loader />
    </main>
  );
}
