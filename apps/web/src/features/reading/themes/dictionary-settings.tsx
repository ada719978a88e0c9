import { useEffect, useRef, useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { restoreFocus } from '../../../ui/focus-fallback.ts';
import { FileZone } from '../../../ui/forms/file-zone.tsx';
import { useTask } from '../../../ui/forms/use-task.ts';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Dictionary } from '../../dictionaries/dictionary-database.ts';
import { DictionaryProblem } from '../../dictionaries/dictionary-problem.ts';
import { keptDictionaries, moveUp, removeDictionary, sweepLeftovers } from '../../dictionaries/kept-dictionaries.ts';
import { dictionaryProblemText, dictionarySettingsTexts as t } from './settings-texts.ts';

const TITLE = 'dictionary-title';

const readKept = () => keptDictionaries().catch(() => 'failed' as const);

/** The group 'Diccionario': the dictionaries on this device, with import, order and removal. */
export function DictionarySettings() {
  const [dictionaries, setDictionaries] = useState<readonly Dictionary[] | 'failed'>([]);
  const [said, setSaid] = useState('');
  const load = async () => setDictionaries(await readKept());
  useEffect(() => {
    void readKept().then(setDictionaries);
    sweepLeftovers().catch(() => {});
  }, []);
  const changed = async (text: string) => {
    showToastHere('success', text);
    await load();
    restoreFocus(`#${TITLE}`);
  };
  const rise = async (dictionary: Dictionary, place: number) => {
    await moveUp(dictionary);
    await load();
    setSaid(t.moved(dictionary.name, place));
    restoreFocus(`#${TITLE}`);
  };
  return (
    <section aria-labelledby={TITLE} className="grid gap-4 border-t border-line pt-5">
      <div>
        <h2 id={TITLE} tabIndex={-1} className="font-sans text-sm font-semibold tracking-normal">
          {t.title}
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">{t.lead}</p>
      </div>
      {dictionaries === 'failed' && <p className="text-sm text-ink-2">{t.unreadable}</p>}
      {dictionaries !== 'failed' && dictionaries.length > 0 && (
        <ul aria-label={t.kept} className="border-t border-line">
          {dictionaries.map((dictionary, index) => (
            <DictionaryRow
              key={dictionary.id}
              dictionary={dictionary}
              onUp={index > 0 ? () => rise(dictionary, index) : null}
              onRemoved={() => void changed(t.removed)}
            />
          ))}
        </ul>
      )}
      <output className="sr-only">{said}</output>
      <AddDictionary onAdded={() => void changed(t.added)} />
    </section>
  );
}

const languageNames = new Intl.DisplayNames('es', { type: 'language' });

/** `español`; the dictionary's own text where that is no language tag. */
function languageOf({ language }: Dictionary): string | null {
  try {
    return language === null ? null : (languageNames.of(language) ?? language);
  } catch {
    return language;
  }
}

interface DictionaryRowProps {
  readonly dictionary: Dictionary;
  /** Null for the first dictionary. */
  readonly onUp: (() => Promise<void>) | null;
  readonly onRemoved: () => void;
}

function DictionaryRow({ dictionary, onUp, onRemoved }: DictionaryRowProps) {
  const { busy, run } = useTask();
  const { name, words, size } = dictionary;
  const remove = async () => {
    const question = { title: t.removeTitle, message: t.removeText(name), confirm: t.remove, cancel: t.keep };
    if (!(await ask(question))) return;
    await removeDictionary(dictionary);
    onRemoved();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="figures text-xs text-ink-3">{t.facts(words, formatBytes(size), languageOf(dictionary))}</p>
      </div>
      <div className="-mx-2.5 flex flex-wrap sm:mx-0">
        {onUp && (
          <Button variant="quiet" aria-label={t.upOf(name)} onClick={() => void run(onUp)}>
            {t.up}
          </Button>
        )}
        <Button variant="quiet" busy={busy} aria-label={t.removeOf(name)} onClick={() => void run(remove)}>
          {t.remove}
        </Button>
      </div>
    </li>
  );
}

/** Imports the files of a dictionary. Leaving the screen cancels the import, as 'Cancelar' does. */
function AddDictionary({ onAdded }: { readonly onAdded: () => void }) {
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const placing = useRef<AbortController>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => placing.current?.abort(), []);
  const place = async (files: readonly File[]) => {
    const own = new AbortController();
    placing.current = own;
    setError(undefined);
    setProgress(0);
    try {
      const { placeDictionary } = await import('../../dictionaries/place-dictionary.ts');
      await placeDictionary(files, { signal: own.signal, onProgress: setProgress });
      onAdded();
    } catch (failure) {
      if (!own.signal.aborted) setError(sentenceOf(failure));
    } finally {
      setProgress(null);
    }
  };
  const isPlacing = progress !== null;
  const wasPlacing = useRef(false);
  // The field lost the focus while it was disabled, and cannot take it before it is rendered enabled.
  useEffect(() => {
    if (wasPlacing.current && !isPlacing) field.current?.focus({ preventScroll: true });
    wasPlacing.current = isPlacing;
  }, [isPlacing]);
  return (
    <div className="grid gap-3">
      <FileZone
        label={t.add}
        // Phones know none of these endings: with a list of them they would offer the .zip only.
        accept=""
        prompt={t.prompt}
        hint={t.hint}
        error={error}
        disabled={isPlacing}
        inputRef={field}
        onFiles={(files) => void place(files)}
      />
      {isPlacing && (
        <div className="grid grid-cols-[1fr_auto] items-center gap-3">
          <ProgressBar percent={100 * progress} label={formatPercent(100 * progress)} name={t.adding} />
          <Button variant="quiet" onClick={() => placing.current?.abort()}>
            {t.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}

const sentenceOf = (failure: unknown): string =>
  dictionaryProblemText(failure instanceof DictionaryProblem ? failure.problem : { kind: 'refused' });
