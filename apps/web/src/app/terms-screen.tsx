import { useStoreName } from '../lib/store-name.ts';
import { LegalArticle } from '../features/storefront/components/legal-article.tsx';
import { termsAndConditions } from '../features/storefront/legal-texts.ts';
import { PageMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { appTexts as t } from './texts.ts';

export function TermsScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PageMeta
        title={t.titled(termsAndConditions.title, store)}
        description={termsAndConditions.lead}
        path="/terms-and-conditions"
      />
      <LegalArticle page={termsAndConditions} />
    </PublicFrame>
  );
}
