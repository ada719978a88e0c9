import { lazy, Suspense } from 'react';
import { appTexts } from './texts.ts';

const FailurePage = lazy(async () => {
  try {
    return { default: (await import('./failure-page.tsx')).FailurePage };
  } catch {
    return { default: PlainFailure }; // no connection, and no copy of that script
  }
});

function PlainFailure() {
  return (
    <main className="wrap py-20">
      <title>{appTexts.failed.title}</title>
      <h1 className="type-3">{appTexts.failed.title}</h1>
      <p className="mt-3">{appTexts.failed.text}</p>
    </main>
  );
}

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
