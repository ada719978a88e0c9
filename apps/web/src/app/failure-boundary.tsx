import { Component, type ReactNode, useEffect } from 'react';
import { appTexts } from '../features/site/page-meta.tsx';
import { buttonClass } from '../ui/button.tsx';

/** Where there is no router to catch it: a screen that cannot be drawn leaves a sentence and a way to try again. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PlainFailure /> : this.props.children;
  }
}

/** Needs no further script: tries the same address again by hand, and by itself when the connection is back. */
export function PlainFailure() {
  const reload = () => location.reload();
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  });
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
