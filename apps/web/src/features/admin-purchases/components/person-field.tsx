import { foldText } from '@cuentos/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { peopleQuery } from '../data.ts';
import { purchaseTexts as t } from '../texts.ts';

interface PersonFieldProps {
  readonly error: string | undefined;
  /** Empty while nobody is chosen. */
  readonly onChange: (userId: string) => void;
}

/** Who it is for, found by name or e-mail. */
export function PersonField({ error, onChange }: PersonFieldProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState('');
  // While somebody is chosen the list begins anew.
  const people = useQuery(peopleQuery(useDeferredValue(chosen === words ? '' : words.trim())));
  // What is shown fits what is written at every moment: an answer to earlier letters must not be chosen for these.
  const looked = chosen === words ? '' : foldText(words.trim());
  const options = (people.data ?? [])
    .map(({ id, name, email }) => ({ id, label: t.userOption(name, email) }))
    .filter(({ label }) => foldText(label).includes(looked));
  return (
    <ComboBox
      label={t.user}
      hint={t.userHint}
      error={error}
      none={t.nobody}
      words={words}
      isLoading={people.isFetching}
      options={options}
      onWords={(next) => {
        setWords(next);
        onChange('');
      }}
      onChoose={({ id, label }) => {
        setWords(label);
        setChosen(label);
        onChange(id);
      }}
    />
  );
}
