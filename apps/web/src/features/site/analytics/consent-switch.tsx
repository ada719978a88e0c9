import { useState, useSyncExternalStore } from 'react';
import { isTrackingUnwanted } from './visit-tracking.ts';
import { Button } from '../../../ui/button.tsx';
import { saveConsent, readConsent, startGoogleAnalytics, stopGoogleAnalytics } from './google-analytics.ts';
import { consentTexts as t } from './consent-texts.ts';

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * On the privacy page: the visitor's choice about Google Analytics, and how to change it. Absent from the server's
 * page, since only the browser knows the choice.
 * @param props.id of the shop's measurement
 */
export function ConsentSwitch({ id }: { readonly id: string }) {
  const isInBrowser = useSyncExternalStore(never, yes, no);
  return isInBrowser && <Consent measurementId={id} />;
}

function Consent({ measurementId }: { readonly measurementId: string }) {
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
