import { SectionTitle } from '../ui/section-title.tsx';
import { areaTexts as t } from './area-texts.ts';

export function AdminBooksScreen() {
  return <SectionTitle title={t.books} />;
}
