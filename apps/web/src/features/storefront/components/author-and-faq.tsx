import { AboutAuthor } from './about-author.tsx';
import { Faq } from './faq.tsx';

/** Who writes, and what readers ask. */
export function AuthorAndFaq() {
  return (
    <>
      <AboutAuthor />
      <Faq />
    </>
  );
}
