import { lazy, Suspense } from 'react';
import { PlainFailure } from './plain-failure.tsx';

const FailurePage = lazy(async () => {
  try {
    return { default: (await import('./failure-page.tsx')).FailurePage };
  } catch {
    return { default: PlainFailure }; // no connection, and no copy of that script
  }
});

/** Error boundary of all screens; its page is loaded when something fails. */
export function ErrorScreen() {
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      <Suspense>
        <FailurePage />
      </Suspense>
    </div>
  );
}
