import { lazy, Suspense } from 'react';

const FailurePage = lazy(async () => ({ default: (await import('./failure-page.tsx')).FailurePage }));

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
