import type { ReadingSession } from './reading-session.ts';

/** How long a found text stays marked. */
const FOUND_MS = 6000;

let foundTimer: ReturnType<typeof setTimeout> | undefined;

/** Jumps to a row of the contents; an address that the book does not have does nothing. */
export async function goToChapter(session: ReadingSession, href: string): Promise<void> {
  const path = href.split('#')[0];
  if (!session.book.publication.sections.some((section) => section.path === path)) {
    // oxlint-disable-next-line no-console -- logged, and nothing else
    console.warn(`the book has no section at ${path}`);
    return;
  }
  await session.jump(href);
}

/** Goes to what a search found and marks it for a moment. */
export async function showFound(session: ReadingSession, cfi: string): Promise<void> {
  await session.jump(cfi);
  session.reader?.markFound(cfi);
  clearTimeout(foundTimer);
  foundTimer = setTimeout(() => session.reader?.markFound(null), FOUND_MS);
}
