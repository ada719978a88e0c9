import { SectionTitle } from '../ui/section-title.tsx';
import { areaTexts as t } from './area-texts.ts';

export function AdminPartsScreen() {
  return <SectionTitle title={t.parts} />;
}
