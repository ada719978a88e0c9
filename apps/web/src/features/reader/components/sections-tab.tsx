import { useEffect, useRef } from 'react';
import type { Chapter, Contents } from '../chapters.ts';
import { readerTexts as t } from '../texts.ts';

interface SectionsTabProps {
  readonly contents: Contents;
  readonly current: Chapter | null;
  readonly open: boolean;
  readonly onJump: (href: string) => void;
}

/** Chapters and one level below; the current one is marked and in sight (spec §2 'Secciones'). */
export function SectionsTab({ contents, current, open, onJump }: SectionsTabProps) {
  const here = useRef<HTMLLIElement>(null);
  const currentId = current?.id;
  useEffect(() => {
    if (open && currentId !== undefined) here.current?.scrollIntoView({ block: 'center' });
  }, [open, currentId]);
  if (contents.chapters.length === 0) return <p className="py-6 text-(--rd-muted)">{t.noSections}</p>;
  return (
    <ul className="pt-1.5">
      {contents.chapters.map((chapter) => {
        const isHere = chapter.id === currentId;
        return (
          <li key={chapter.id} ref={isHere ? here : undefined} className="relative border-b border-(--rd-line)">
            {isHere && <span aria-hidden="true" className="reader-seam-here absolute inset-y-2 -left-5" />}
            <button
              type="button"
              aria-current={isHere || undefined}
              disabled={chapter.href === null}
              onClick={() => chapter.href !== null && onJump(chapter.href)}
              className={`flex min-h-12 w-full items-center justify-between gap-4 py-2 text-start leading-[1.35] ${chapter.parentId === null ? 'font-serif text-[1.0313rem] font-[460]' : 'pl-5 text-[0.9375rem] text-(--rd-muted)'} ${isHere ? 'font-bold text-(--rd-text)' : ''}`}
            >
              {chapter.title}
              {isHere && (
                <span className="shrink-0 font-sans text-[0.8125rem] leading-none font-medium">{t.youAreHere}</span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
