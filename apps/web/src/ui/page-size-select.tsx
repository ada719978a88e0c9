import { useId } from 'react';
import { listTexts as t } from './list-texts.ts';
import { NativeSelect } from './native-select.tsx';

interface PageSizeSelectProps {
  readonly size: number;
  readonly sizes: readonly number[];
  readonly onSize: (size: number) => void;
}

/** 'Mostrar': rows per page. */
export function PageSizeSelect({ size, sizes, onSize }: PageSizeSelectProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id}>{t.show}</label>
      <NativeSelect
        id={id}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
        className="figures min-h-11 w-20 py-2"
      >
        {sizes.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
