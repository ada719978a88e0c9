import { useLoaderData, useParams } from 'react-router';
import type { ReaderData } from '../opening/open-reader.ts';
import { NavigationContext } from '../../../ui/use-navigation.ts';
import { ReaderPage } from './reader-page.tsx';
import { useRouterNavigation } from './use-router-navigation.ts';

/** The reader when it is opened from another screen; its own address uses entry-reader.tsx. */
export function ReaderScreen() {
  const params = useParams();
  const { opening } = useLoaderData<ReaderData>();
  return (
    <NavigationContext value={useRouterNavigation()}>
      <ReaderPage params={params} opening={opening} />
    </NavigationContext>
  );
}
