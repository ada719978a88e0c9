import { type DataState, eraseAccount, keepAccount } from '@cuentos/contract/personal-data';
import { KEEP_DAYS } from '@cuentos/domain/personal-data/request-due';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { useNow } from '../../lib/clock.ts';
import { formatDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { hourOf, Section, stateQuery, useChange, useProof } from './own-data.tsx';
import { erasureTexts as t } from './texts.ts';

const KEEP_MS = KEEP_DAYS * DAY_MS;

/** Explains the erasure of the account, and opens its dialog. */
export function EraseSection({ state }: { readonly state: DataState }) {
  const [open, setOpen] = useState(false);
  return (
    <Section id="erase" title={t.eraseTitle}>
      <p className="text-ink-2">{t.eraseText}</p>
      <Button className="mt-5 max-md:w-full" icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t.erase}
      </Button>
      {open && <EraseDialog state={state} onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Asks twice, the second time with the password when the sign-in is not recent. */
function EraseDialog({ state, onClose }: { readonly state: DataState; readonly onClose: () => void }) {
  const [step, setStep] = useState<1 | 2>(1);
  const client = useQueryClient();
  const proof = useProof();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void proof.send(async (json) => {
      const next = await request(eraseAccount, { json, handles: 'all' });
      onClose();
      client.setQueryData(stateQuery.queryKey, next);
    });
  };
  return (
    <Dialog open onClose={onClose} label={step === 1 ? t.meaningTitle : t.confirmTitle} caption={t.step(step)}>
      {step === 1 ? (
        <Meaning state={state} onKeep={onClose} onNext={() => setStep(2)} />
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <h2 className="type-1">{t.confirmTitle}</h2>
          <p className="text-ink-2">{t.confirmText}</p>
          {proof.field}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setStep(1)}>{t.back}</Button>
            <Button type="submit" variant="danger" busy={proof.busy}>
              {t.erase}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface MeaningProps {
  readonly state: DataState;
  readonly onKeep: () => void;
  readonly onNext: () => void;
}

function Meaning({ state: { parts, highlights }, onKeep, onNext }: MeaningProps) {
  const goes = [
    parts > 0 ? t.goesParts(parts) : t.noParts,
    ...(highlights > 0 ? [t.goesHighlights(highlights)] : []),
    t.goesRest,
    t.goesDevices,
  ];
  return (
    <div className="grid gap-4">
      <h2 className="type-1">{t.meaningTitle}</h2>
      <div>
        <h3 className="font-sans text-sm font-semibold tracking-normal">{t.goes}</h3>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
          {goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className="font-sans text-sm font-semibold tracking-normal">{t.stays}</h3>
        <p className="mt-1.5 text-ink-2">{t.staysText}</p>
      </div>
      <p className="text-sm text-ink-2">{t.noMoney}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onKeep}>{t.keepIt}</Button>
        <Button variant="primary" onClick={onNext}>
          {t.goOn}
        </Button>
      </div>
    </div>
  );
}

/** The account is about to be erased: until when that can be withdrawn, and how. */
export function LeavingSection({ eraseAt }: { readonly eraseAt: string }) {
  const now = useNow();
  const { busy, run } = useChange(
    () => request(keepAccount, { handles: 'all' }),
    () => t.kept,
  );
  const timeLeft = new Date(eraseAt).getTime() - now;
  const hours = Math.floor(timeLeft / HOUR_MS);
  const words = timeLeft <= 0 ? t.over : hours === 0 ? t.lastHour : t.left(Math.floor(hours / 24), hours % 24);
  const passed = Math.min(KEEP_MS, Math.max(0, KEEP_MS - timeLeft));
  return (
    <Section id="erase" title={t.eraseTitle}>
      <output className="figures flex gap-2.5 rounded-2 bg-danger-soft px-3.5 py-3 text-sm font-medium text-danger [&>svg]:size-5 [&>svg]:shrink-0">
        <Trash2 aria-hidden="true" />
        <span>
          {t.leavingOn}
          <strong className="font-semibold">{formatDate(eraseAt)}</strong>
          {t.leavingAt(hourOf(eraseAt))} {words}
        </span>
      </output>
      <div className="mt-4">
        <ProgressBar
          percent={(passed / KEEP_MS) * 100}
          label={t.seam(Math.min(7, Math.floor(passed / DAY_MS) + 1))}
          name={t.seamName}
        />
      </div>
      <p className="mt-4 text-ink-2">{t.leavingText}</p>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          className="max-md:w-full"
          busy={busy}
          disabled={timeLeft <= 0}
          onClick={() => run(undefined)}
        >
          {t.keepIt}
        </Button>
        <a href="#copy" className="link inline-flex min-h-11 items-center font-semibold">
          {t.copyBefore}
        </a>
      </div>
    </Section>
  );
}
