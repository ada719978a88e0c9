import { useEffect } from 'react';
import { buttonClass } from '../ui/button-class.ts';
import { appTexts } from './texts.ts';

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
