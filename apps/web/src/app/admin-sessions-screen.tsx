import { SectionTitle } from '../ui/section-title.tsx';
import { areaTexts as t } from './area-texts.ts';

export function AdminSessionsScreen() {
  return <SectionTitle title={t.sessions} />;
}
