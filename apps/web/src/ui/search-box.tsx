import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { inputClass } from './input-class.ts';
import { listTexts as t } from './list-texts.ts';

interface SearchBoxProps {
  /** Accessible name and words in the empty box. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter. */
  readonly onSearch?: () => void;
}

/** Search over a list; filters while typing. */
export function SearchBox({ label, value, onChange, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <search className="relative w-full md:max-w-[380px]">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3" />
      <input
        ref={input}
        // Not type=search: its own cross and Escape differ from browser to browser.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch?.();
          if (event.key === 'Escape' && value !== '') clear();
        }}
        className={`${inputClass} pr-12 pl-11`}
      />
      {value !== '' && (
        <IconButton label={t.clearSearch} icon={<X />} onClick={clear} className="absolute top-0.5 right-0.5" />
      )}
    </search>
  );
}
