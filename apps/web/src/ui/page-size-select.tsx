import { useId } from 'react';
import { listTexts as t } from './list-texts.ts';
import { selectClass } from './select-class.ts';

interface PageSizeSelectProps {
  readonly size: number;
  readonly sizes: readonly number[];
  readonly onSize: (size: number) => void;
}

/** 'Mostrar': rows per page (spec §9). */
export function PageSizeSelect({ size, sizes, onSize }: PageSizeSelectProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id}>{t.show}</label>
      <select
        id={id}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
        className={`${selectClass} figures w-20`}
      >
        {sizes.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </div>
  );
}
