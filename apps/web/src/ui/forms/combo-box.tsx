/* oxlint-disable prefer-tag-over-role, no-noninteractive-element-to-interactive-role --
   ARIA's combobox pattern: a list that is written in, which no element of HTML is in every browser */
import { type KeyboardEvent, useId, useState } from 'react';
import { FieldMessage } from './field-message.tsx';
import { describedBy } from './described-by.ts';
import { inputClass, invalidClass } from './field-classes.ts';

export interface ComboOption {
  readonly id: string;
  readonly label: string;
}

interface ComboBoxProps {
  readonly label: string;
  /** Text in the box. */
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly options: readonly ComboOption[];
  readonly onChoose: (option: ComboOption) => void;
  /** Text in the list when it is empty. */
  readonly none: string;
  readonly isLoading: boolean;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** State of the list and its active option, and the handler of its keys. */
function useComboKeys(options: readonly ComboOption[], onChoose: (option: ComboOption) => void) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const active = open ? options[at] : undefined;
  const choose = (option: ComboOption) => {
    onChoose(option);
    setOpen(false);
    setAt(-1);
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    const { length } = options;
    if (length > 0) setAt((current) => (current + step + (current < 0 && step < 0 ? 1 : 0) + length) % length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (active) choose(active);
    } else if (event.key === 'Escape' && open) {
      // Closes the list, and keeps Escape from the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return { open, setOpen, at, setAt, active, choose, onKeyDown };
}

/** Text field with a list of matching options; arrow keys, Enter and Escape as in ARIA's combobox pattern. */
export function ComboBox({ label, words, onWords, options, onChoose, none, isLoading, error, hint }: ComboBoxProps) {
  const id = useId();
  const { open, setOpen, at, setAt, active, choose, onKeyDown } = useComboKeys(options, onChoose);
  return (
    <div className="field relative grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        role="combobox"
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${id}-${active.id}` : undefined}
        {...describedBy({ id, error, hint })}
        value={words}
        onChange={(event) => {
          onWords(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className={`${inputClass} ${error ? invalidClass : ''}`}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!open}
        className="absolute inset-x-0 top-20 z-10 max-h-64 overflow-y-auto rounded-2 border border-line-strong bg-sheet py-1 shadow-modal"
      >
        {options.map((option, index) => (
          <Option key={option.id} id={`${id}-${option.id}`} isChosen={index === at} onChoose={() => choose(option)}>
            {option.label}
          </Option>
        ))}
        {options.length === 0 && !isLoading && (
          <li role="option" aria-disabled="true" aria-selected="false" className="px-3.5 py-2.5 text-sm text-ink-2">
            {none}
          </li>
        )}
      </ul>
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
}

function Option({ id, isChosen, onChoose, children }: OptionProps) {
  return (
    // Needs no key handler: the keyboard chooses through the field.
    // oxlint-disable-next-line click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      // Keeps the focus in the field, because losing it would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center px-3.5 py-1.5 text-[0.9375rem] leading-5 [overflow-wrap:anywhere] hover:bg-sunken aria-selected:bg-accent-soft aria-selected:font-semibold"
    >
      {children}
    </li>
  );
}
