import type { ReactNode } from 'react';

export type BadgeTone = 'plain' | 'ok' | 'bad' | 'info' | 'offer';

const tones = {
  plain: 'bg-sunken text-ink-2',
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-danger-soft text-danger',
  info: 'bg-accent-soft text-accent',
  offer: 'bg-spot text-on-spot',
} as const;

/** State of a row in a word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded-1 px-2 py-1 font-sans text-2xs leading-none font-semibold tracking-normal md:whitespace-nowrap [&>svg]:size-3.5 ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
