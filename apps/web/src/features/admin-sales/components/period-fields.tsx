import { useState } from 'react';
import { formatFormDay } from '../../../lib/admin-dates.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { daysBefore, type Period, periodFault } from '../period.ts';
import { salesTexts as t } from '../texts.ts';

type Preset = keyof typeof t.presets;
const presets: readonly Preset[] = ['7', '30', '90', '365', 'own'];

interface PeriodFieldsProps {
  readonly period: Period;
  /** In Santiago. */
  readonly today: string;
  readonly onChange: (period: Period) => void;
}

/** The usual period that this one is. */
function presetOf({ from, to }: Period, today: string): Preset {
  const usual = presets.find((days) => days !== 'own' && from === daysBefore(today, Number(days) - 1));
  return to === today && usual ? usual : 'own';
}

/** Chooses a period: one of the usual ones, or any two days. */
export function PeriodFields({ period, today, onChange }: PeriodFieldsProps) {
  const [preset, setPreset] = useState<Preset>(() => presetOf(period, today));
  const choose = (value: string) => {
    const next = presets.find((known) => known === value) ?? 'own';
    setPreset(next);
    onChange(next === 'own' ? period : { from: daysBefore(today, Number(next) - 1), to: today });
  };
  const fault = periodFault(period);
  const words = t.periodWords(formatFormDay(period.from) ?? '', formatFormDay(period.to) ?? '');
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SelectField
        label={t.period}
        className="w-56 md:w-80"
        value={preset}
        hint={preset === 'own' ? undefined : words}
        onChange={(event) => choose(event.target.value)}
      >
        {presets.map((id) => (
          <option key={id} value={id}>
            {t.presets[id]}
          </option>
        ))}
      </SelectField>
      {preset === 'own' && (
        <>
          <TextField
            label={t.from}
            type="date"
            className="w-44"
            max={today}
            value={period.from}
            hint={formatFormDay(period.from) ?? undefined}
            onChange={(event) => onChange({ ...period, from: event.target.value })}
          />
          <TextField
            label={t.to}
            type="date"
            className="w-44"
            max={today}
            value={period.to}
            hint={formatFormDay(period.to) ?? undefined}
            error={fault === null ? undefined : t.periodFaults[fault]}
            onChange={(event) => onChange({ ...period, to: event.target.value })}
          />
        </>
      )}
    </div>
  );
}
