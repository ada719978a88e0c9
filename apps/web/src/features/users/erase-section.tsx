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

/** Words of erasing the account. */
const t = {
  eraseTitle: 'Borrar mi cuenta',
  eraseText:
    'Se borran tu cuenta y todos tus datos. Antes tienes 7 días para cambiar de idea, y te llega un correo con la forma de hacerlo.',
  erase: 'Borrar mi cuenta',
  meaningTitle: '¿Qué se va y qué queda?',
  goes: 'Se va para siempre',
  goesParts: (parts: number) =>
    parts === 1 ? 'La parte que tienes en tu biblioteca' : `Las ${parts} partes que tienes en tu biblioteca`,
  noParts: 'Tu biblioteca y lo que tengas por leer',
  goesHighlights: (count: number) => (count === 1 ? '1 resaltado con su nota' : `${count} resaltados, con sus notas`),
  goesRest: 'Tu nombre, tu correo, tus páginas, lo que sigues y los correos que te enviamos',
  goesDevices: 'Los libros guardados en tus dispositivos, cuando vuelvan a conectarse',
  stays: 'Queda, sin tu nombre ni tu correo',
  staysText: 'Tus compras, pagos y devoluciones, porque la ley tributaria pide guardarlas.',
  noMoney: 'Borrar la cuenta no devuelve dinero. Lo que compraste no se puede recuperar después.',
  goOn: 'Seguir',
  keepIt: 'Quedarme con mi cuenta',
  confirmTitle: 'Borrar mi cuenta',
  confirmText: 'En 7 días se borra todo lo que te mostramos. Hasta entonces tu cuenta abre solo para cambiar de idea.',
  step: (step: number) => `Paso ${step} de 2`,
  back: 'Atrás',
  leavingOn: 'Tu cuenta se borra el ',
  leavingAt: (hour: string) => ` a las ${hour}.`,
  left: (days: number, hours: number) => {
    const words = [
      ...(days > 0 ? [days === 1 ? '1 día' : `${days} días`] : []),
      ...(hours > 0 || days === 0 ? [hours === 1 ? '1 hora' : `${hours} horas`] : []),
    ];
    const single = (days === 1 && hours === 0) || (days === 0 && hours === 1);
    return `${single ? 'Queda' : 'Quedan'} ${words.join(' y ')} para cambiar de idea.`;
  },
  lastHour: 'Queda menos de una hora para cambiar de idea.',
  over: 'El plazo terminó: se está borrando.',
  seam: (day: number) => `día ${day} de 7`,
  seamName: 'Plazo para cambiar de idea',
  leavingText:
    'Ese día se van tus libros, notas y datos, de la tienda y de este dispositivo. Tus compras quedan sin tu nombre, porque la ley tributaria pide guardarlas.',
  copyBefore: 'Llevarme mi copia antes',
  kept: 'Tu cuenta se queda',
} as const;

const KEEP_MS = KEEP_DAYS * DAY_MS;

/** What it means to erase the account, and the way to it. */
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

/** What it means, then once more, with the password when the sign-in is not recent. */
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

/** The account is about to be erased: how long one may change one's mind, and how. */
export function LeavingSection({ eraseAt }: { readonly eraseAt: string }) {
  const now = useNow();
  const { busy, run } = useChange(
    () => request(keepAccount, { handles: 'all' }),
    () => t.kept,
  );
  const left = new Date(eraseAt).getTime() - now;
  const hours = Math.floor(left / HOUR_MS);
  const words = left <= 0 ? t.over : hours === 0 ? t.lastHour : t.left(Math.floor(hours / 24), hours % 24);
  const passed = Math.min(KEEP_MS, Math.max(0, KEEP_MS - left));
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
          disabled={left <= 0}
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
