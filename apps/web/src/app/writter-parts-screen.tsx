import { PartsPage } from '../features/admin-books/components/parts-page.tsx';

/** /writter/book-parts. */
export function WritterPartsScreen() {
  return <PartsPage powers="writter" />;
}
