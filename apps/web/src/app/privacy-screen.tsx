import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { LegalArticle } from '../features/storefront/components/legal-article.tsx';
import { privacyPolicy } from '../features/storefront/legal-texts.ts';
import { PageMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { appTexts as t } from './texts.ts';

export function PrivacyScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PageMeta title={t.titled(privacyPolicy.title, store)} description={privacyPolicy.lead} path="/privacy-policy" />
      <LegalArticle page={privacyPolicy} />
    </PublicFrame>
  );
}
