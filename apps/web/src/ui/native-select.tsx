import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { inputClass } from './input-class.ts';

/** Native select in the dress of an input; the browser's own list opens. */
export function NativeSelect({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={`${inputClass} cursor-pointer appearance-none pr-10 ${className ?? ''}`} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-[18px] -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
