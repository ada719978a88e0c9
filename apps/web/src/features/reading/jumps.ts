import type { ReadingSession } from './reading-session.ts';

/** Time for which a found text stays marked, ms. */
const FOUND_MS = 6000;

let foundTimer: ReturnType<typeof setTimeout> | undefined;

/** Jumps to a row of the contents; an address that the book does not have is only logged. */
export async function goToChapter(session: ReadingSession, href: string): Promise<void> {
  const path = href.split('#')[0];
  if (!session.book.publication.sections.some((section) => section.path === path)) {
    // oxlint-disable-next-line no-console -- logged, and nothing else
    console.warn(`the book has no section at ${path}`);
    return;
  }
  await session.jump(href);
}

/** Goes to a search result and marks it for a moment. */
export async function showFound(session: ReadingSession, cfi: string): Promise<void> {
  await session.jump(cfi);
  session.reader?.markFound(cfi);
  clearTimeout(foundTimer);
  foundTimer = setTimeout(() => session.reader?.markFound(null), FOUND_MS);
}

/** Turns to the page on one side: the next one or the one before, by the direction of the book. */
export function turnTowards(session: ReadingSession, side: 'left' | 'right'): void {
  session.turn(session.isRightToLeft === (side === 'left') ? 'next' : 'prev');
}

/** Follows a link of the book, or asks about a link out of the book. */
export function follow(session: ReadingSession, href: string): void {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) session.askAbout(href);
  else void session.jump(href);
}

/** Opens the link of the question, or not. */
export function answerLink(session: ReadingSession, open: boolean): void {
  const { link } = session.snapshot();
  session.askAbout(null);
  if (open && link) window.open(link, '_blank', 'noopener,noreferrer');
}
