import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useReloadOnReturn } from '../device/reload-on-return.ts';
import { appTexts } from '../features/site/app-texts.ts';
import { tellPageFailure } from '../lib/page-failure.ts';
import { buttonClass } from '../ui/button-class.ts';

interface FailureBoundaryProps {
  /** Shown in place of a screen that cannot be rendered. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/** Error boundary without a router: a screen that cannot be rendered leaves a sentence and a button to try again. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(cause: unknown): void {
    tellPageFailure('screen', cause);
  }

  override render() {
    return this.state.failed ? (this.props.instead ?? <ErrorScreen />) : this.props.children;
  }
}

const FailurePage = lazy(async () => {
  try {
    return { default: (await import('../features/site/message-screens.tsx')).FailurePage };
  } catch {
    return { default: PlainFailure }; // without a connection there may be no copy of that script
  }
});

/** Error page in place of a failed screen; its code is loaded when a screen fails. */
export function ErrorScreen() {
  return (
    <div data-app="" className="flex min-h-dvh flex-col">
      <Suspense>
        <FailurePage />
      </Suspense>
    </div>
  );
}

/** Needs no further script: tries the same address again by hand, and by itself when the connection is back. */
export function PlainFailure() {
  const reload = () => location.reload();
  useReloadOnReturn();
  return (
    <main className="wrap py-20">
      <title>{appTexts.failed.title}</title>
      <h1 className="type-3">{appTexts.failed.title}</h1>
      <p className="mt-3">{appTexts.failed.text}</p>
      <button type="button" className={`mt-6 ${buttonClass({ variant: 'primary', size: 'large' })}`} onClick={reload}>
        {appTexts.failed.retry}
      </button>
    </main>
  );
}
