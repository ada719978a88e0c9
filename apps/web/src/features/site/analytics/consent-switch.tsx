import { useState } from 'react';
import { isTrackingUnwanted } from './visit-tracking.ts';
import { Button } from '../../../ui/button.tsx';
import { saveConsent, readConsent, startGoogleAnalytics, stopGoogleAnalytics } from './google-analytics.ts';
import { consentTexts as t } from './consent-texts.ts';

/** On the privacy page: what was said about Google Analytics, and how to change it. */
export function ConsentSwitch({ measurementId }: { readonly measurementId: string }) {
  const [choice, setChoice] = useState(readConsent);
  if (isTrackingUnwanted()) return <Sentence>{t.stateUnwanted}</Sentence>;
  const isGiven = choice === 'given';
  const change = () => {
    const next = isGiven ? 'refused' : 'given';
    saveConsent(next);
    setChoice(next);
    if (next === 'given') startGoogleAnalytics(measurementId);
    else stopGoogleAnalytics(measurementId);
  };
  return (
    <>
      <Sentence>{isGiven ? t.stateGiven : t.stateRefused}</Sentence>
      <Button className="mt-3" onClick={change}>
        {isGiven ? t.withdraw : t.give}
      </Button>
    </>
  );
}

function Sentence({ children }: { readonly children: string }) {
  return <output className="block text-ink-2">{children}</output>;
}
