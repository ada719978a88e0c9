import { ArrowRight, BookOpenText, Languages } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { useStore } from '../../../lib/react-store.ts';
import { Button } from '../../../ui/button.tsx';
import { QuietSelect } from '../../../ui/forms/quiet-select.tsx';
import { hasDictionaries } from '../../dictionaries/dictionary-database.ts';
import { lookUp, phraseOf } from './look-up.ts';
import { meaningTexts as t } from './texts.ts';
import { browserTranslator, offeredLanguages, Translation, type TranslatorApi } from './translation.ts';

/** Services that explain the words of a book. */
export interface BookWords {
  /** BCP 47 tag of the book. */
  readonly language: string;
  /** Asks before it opens an address outside the book. */
  readonly onLink: (href: string) => void;
}

type EntriesView = ComponentType<{ readonly phrase: string; readonly language: string }>;

const EntriesMissing: EntriesView = () => <p className="basis-full px-1 py-2">{t.dictionaryMissing}</p>;

let Entries: EntriesView | undefined;

/**
 * Loads the code of the entries where it may be needed: without a dictionary none is loaded. A failed load is tried
 * again.
 */
export async function loadEntries(): Promise<EntriesView> {
  if (Entries) return Entries;
  if (!hasDictionaries()) return EntriesMissing;
  const code = await import('../../dictionaries/dictionary-entries.tsx').catch(() => null);
  if (code) Entries = code.DictionaryEntries;
  return Entries ?? EntriesMissing;
}

/**
 * Shows the entries of the reader's own dictionaries for a selection, in any language; nothing without dictionaries.
 */
export function DictionaryAnswer({ text, words }: { readonly text: string; readonly words: BookWords }) {
  const phrase = phraseOf(text);
  return phrase !== null && hasDictionaries() ? <Answer phrase={phrase} language={words.language} /> : null;
}

/** Waits by itself: a suspended component is shown a third of a second late, and would move the buttons below. */
function Answer({ phrase, language }: { readonly phrase: string; readonly language: string }) {
  const [View, setView] = useState(() => Entries);
  useEffect(() => {
    let isWanted = true;
    void loadEntries().then((next) => isWanted && setView(() => next));
    return () => {
      isWanted = false;
    };
  }, []);
  return View ? <View key={phrase} phrase={phrase} language={language} /> : null;
}

/** The button that opens the academy's dictionary for a selection it may have. */
export function LookUpButton({ text, words }: { readonly text: string; readonly words: BookWords }) {
  const entry = lookUp(text, words.language);
  if (!entry) return null;
  return (
    <Button variant="quiet" icon={<BookOpenText />} onClick={() => words.onLink(entry.href)}>
      {t.lookUp(entry.label)}
    </Button>
  );
}

interface TranslateButtonProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens and closes the translation; absent where the browser cannot translate. */
export function TranslateButton({ isOpen, onToggle }: TranslateButtonProps) {
  if (!browserTranslator()) return null;
  return (
    <Button variant="quiet" icon={<Languages />} aria-expanded={isOpen} onClick={onToggle}>
      {t.translate}
    </Button>
  );
}

/** The translation of a selection, from the moment it is asked for. */
export function TranslationOf({ text, words }: { readonly text: string; readonly words: BookWords }) {
  const api = browserTranslator();
  return api && <Translated key={text} text={text} language={words.language} api={api} />;
}

interface TranslatedProps {
  readonly text: string;
  readonly language: string;
  readonly api: TranslatorApi;
}

function Translated({ text, language, api }: TranslatedProps) {
  const [translation] = useState(() => new Translation(text, language, api));
  useEffect(() => {
    void translation.start();
    return () => translation.end();
  }, [translation]);
  const { from, to } = useStore(translation);
  const languages = offeredLanguages(language);
  return (
    <section aria-label={t.translation} className="mt-1.5 border-t border-(--rd-line) px-1 pt-2">
      <div className="flex items-center gap-1">
        <LanguageSelect
          label={t.from}
          value={from}
          languages={languages}
          onPick={(from) => translation.choose({ from })}
        />
        <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-(--rd-muted)" />
        <LanguageSelect label={t.to} value={to} languages={languages} onPick={(to) => translation.choose({ to })} />
      </div>
      <Outcome translation={translation} />
    </section>
  );
}

interface LanguageSelectProps {
  readonly label: string;
  readonly value: string;
  readonly languages: readonly string[];
  readonly onPick: (language: string) => void;
}

function LanguageSelect({ label, value, languages, onPick }: LanguageSelectProps) {
  return (
    <QuietSelect grows label={label} value={value} onChange={onPick}>
      {languages.map((language) => (
        <option key={language} value={language}>
          {languageName(language)}
        </option>
      ))}
    </QuietSelect>
  );
}

const names = new Intl.DisplayNames('es', { type: 'language' });

/** `Inglés`; the tag of a language that has no name. */
function languageName(language: string): string {
  try {
    const name = names.of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase('es') + name.slice(1);
  } catch {
    return language;
  }
}

const sentences = { unavailable: t.unavailable, 'too-long': t.tooLong, silent: t.silent, failed: t.failed } as const;

function Outcome({ translation }: { readonly translation: Translation }) {
  const { to, outcome } = useStore(translation);
  const { status } = outcome;
  const answer = useRef<HTMLOutputElement>(null);
  // The button disappears while the answer is awaited, and the focus with it.
  const retry = () => {
    answer.current?.focus();
    void translation.start();
  };
  return (
    <div className="mt-2 min-h-11">
      {status === 'downloading' && <Download percent={100 * outcome.part} />}
      <output ref={answer} tabIndex={-1} className="block">
        {status === 'translating' && <span className="text-(--rd-muted)">{t.translating}</span>}
        {status === 'done' && (
          // A long text must be scrollable by keyboard, though it contains no control.
          // oxlint-disable-next-line no-noninteractive-tabindex
          <span lang={to} tabIndex={0} className="block max-h-[30dvh] overflow-y-auto leading-6 whitespace-pre-line">
            {outcome.translation}
          </span>
        )}
        {status in sentences && <span>{sentences[status as keyof typeof sentences]}</span>}
      </output>
      {(status === 'failed' || status === 'silent') && (
        <Button variant="quiet" onClick={retry}>
          {t.again}
        </Button>
      )}
    </div>
  );
}

function Download({ percent }: { readonly percent: number }) {
  const label = t.downloading(formatPercent(percent));
  return (
    <>
      <p className="mb-1.5 text-[0.8125rem] leading-[1.125rem]">{label}</p>
      <progress
        aria-label={label}
        value={Math.round(percent)}
        max={100}
        className="block h-1 w-full appearance-none border-0 bg-(--rd-line) [&::-moz-progress-bar]:bg-(--rd-text) [&::-webkit-progress-bar]:bg-(--rd-line) [&::-webkit-progress-value]:bg-(--rd-text)"
      />
    </>
  );
}
