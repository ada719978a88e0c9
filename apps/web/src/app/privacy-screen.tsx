import { lazy, Suspense, useEffect, useState } from 'react';
import { consentTexts } from '../features/consent/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { LegalArticle } from '../features/storefront/components/legal-article.tsx';
import { privacyPolicy } from '../features/storefront/legal-texts.ts';
import { useSite } from '../lib/page-data.ts';
import { PageMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { appTexts as t } from './texts.ts';

const ConsentSwitch = lazy(async () => ({
  default: (await import('../features/consent/components/consent-switch.tsx')).ConsentSwitch,
}));

export function PrivacyScreen() {
  const store = useStoreName();
  const measurementId = useSite()?.googleAnalyticsId;
  // What was said is known to the browser only.
  const [live, setLive] = useState(false);
  // oxlint-disable-next-line set-state-in-effect -- the first render must be the server's
  useEffect(() => setLive(true), []);
  return (
    <PublicFrame>
      <PageMeta title={t.titled(privacyPolicy.title, store)} description={privacyPolicy.lead} path="/privacy-policy" />
      <LegalArticle page={privacyPolicy} />
      {measurementId && (
        <section aria-labelledby="measuring-title" className="wrap -mt-12 pb-24">
          <h2 id="measuring-title" className="type-1 mb-2">
            {consentTexts.label}
          </h2>
          <Suspense>{live && <ConsentSwitch measurementId={measurementId} />}</Suspense>
        </section>
      )}
    </PublicFrame>
  );
}
