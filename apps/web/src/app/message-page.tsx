import type { ReactNode } from 'react';

interface MessagePageProps {
  readonly drawing: ReactNode;
  readonly title: string;
  readonly message?: string;
  readonly text?: string;
  readonly action: ReactNode;
}

/** A page that only says something: drawing, title, sentence, one button. */
export function MessagePage({ drawing, title, message, text, action }: MessagePageProps) {
  return (
    <div className="wrap grid justify-items-center gap-3 py-20 text-center lg:py-28">
      {drawing}
      <h1 className="type-3 mt-2">{title}</h1>
      {message && <p className="type-1 font-serif font-[560]">{message}</p>}
      {text && <p className="max-w-[30em] text-balance text-ink-2">{text}</p>}
      <div className="mt-4">{action}</div>
    </div>
  );
}
