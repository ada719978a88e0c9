import { useEffect, useState } from 'react';
import { lookUpWord, type Meaning } from './look-up-word.ts';
import { dictionaryTexts as t } from './texts.ts';
import { sameLetters } from './word-key.ts';

interface DictionaryEntriesProps {
  /** The word or short phrase, as written in the text. */
  readonly phrase: string;
  /** BCP 47 tag of the text. */
  readonly language: string;
}

/** The found meanings; null without any dictionary. */
type Answer = readonly Meaning[] | 'failed' | null;

/**
 * Shows the entries of a word in the account's dictionaries on this device, once they have been read. Makes no request.
 */
export function DictionaryEntries({ phrase, language }: DictionaryEntriesProps) {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let isWanted = true;
    lookUpWord(phrase, language)
      .catch(() => 'failed' as const)
      .then((next) => isWanted && setAnswer(next))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [phrase, language]);
  if (answer === null) return null;
  const meanings = answer === 'failed' ? [] : (answer ?? []);
  const said = answer === undefined ? '' : answer === 'failed' ? t.failed : saidOf(phrase, answer);
  const isExact = meanings.length > 0 && isOf(phrase, meanings);
  return (
    <section aria-label={t.title} className="mb-1 min-h-11 basis-full border-b border-(--rd-line) px-1 pt-1 pb-2">
      <output className={isExact ? 'sr-only' : 'block text-[0.8125rem] leading-[1.125rem] text-(--rd-muted)'}>
        {said}
      </output>
      {meanings.length > 0 && <Meanings meanings={meanings} />}
    </section>
  );
}

const isOf = (phrase: string, meanings: readonly Meaning[]): boolean =>
  meanings.every(({ headword }) => sameLetters(headword, phrase));

function saidOf(phrase: string, meanings: readonly Meaning[]): string {
  if (meanings.length === 0) return t.notFound(phrase);
  if (isOf(phrase, meanings)) return t.found(phrase);
  return t.form(phrase, [...new Set(meanings.map(({ headword }) => headword))]);
}

/** A language tag of a dictionary, if it is valid. */
const tagOf = (language: string | null): string | undefined =>
  language !== null && /^[a-z]{2,3}$/.test(language) ? language : undefined;

function Meanings({ meanings }: { readonly meanings: readonly Meaning[] }) {
  return (
    <section
      aria-label={t.entries}
      // A long entry must be scrollable by keyboard, though it contains no control.
      // oxlint-disable-next-line no-noninteractive-tabindex
      tabIndex={0}
      className="grid max-h-[30dvh] gap-3 overflow-y-auto overscroll-contain leading-6"
    >
      {meanings.map(({ headword, text, dictionary }, index) => (
        // Two entries may have the same headword; their order does not change.
        // oxlint-disable-next-line no-array-index-key
        <article key={index}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h3 className="font-semibold [overflow-wrap:anywhere]">{headword}</h3>
            <p className="text-xs text-(--rd-muted)">{dictionary.name}</p>
          </div>
          <p lang={tagOf(dictionary.language)} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {text || t.empty}
          </p>
        </article>
      ))}
    </section>
  );
}
