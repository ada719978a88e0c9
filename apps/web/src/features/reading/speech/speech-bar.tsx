import type { Reader } from '@cuentos/epub/render/reader';
import { Asterisk, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useStore } from '../../../lib/react-store.ts';
import { IconButton } from '../../../ui/button.tsx';
import { QuietSelect } from '../../../ui/forms/quiet-select.tsx';
import type { OpenedBook } from '../opening/open-book.ts';
import { showMediaControls } from './media-controls.ts';
import { ReadAloud } from './read-aloud.ts';
import { rates, voiceName } from './voices.ts';
import { speechTexts } from './texts.ts';

interface SpeechBarProps {
  readonly reader: Reader;
  readonly book: OpenedBook;
  readonly onClose: () => void;
}

/** The voice's controls between page and foot: the page shrinks, so that no text is covered. */
export function SpeechBar({ reader, book, onClose }: SpeechBarProps) {
  const [voice] = useState(() => new ReadAloud(reader, book));
  const close = useEffectEvent(onClose);
  useEffect(() => {
    void voice.start();
    const hideControls = showMediaControls(book, voice, close);
    return () => {
      hideControls();
      voice.end();
    };
  }, [voice, book]);
  return (
    <section
      aria-label={speechTexts.title}
      className="relative z-10 border-t border-(--rd-line) bg-(--rd-chrome) text-(--rd-text)"
    >
      <Controls voice={voice} onClose={onClose} />
    </section>
  );
}

function Controls({ voice, onClose }: { readonly voice: ReadAloud; readonly onClose: () => void }) {
  const { status, failure, substitute, hasNotes, notes } = useStore(voice);
  if (status === 'no-voice' || status === 'no-speech') {
    return (
      <Row onClose={onClose}>
        <div role="alert" className="min-w-0 flex-1 py-2 pl-2.5 text-sm leading-5">
          <p className="font-semibold">{status === 'no-voice' ? speechTexts.noVoice : speechTexts.noSpeech}</p>
          {status === 'no-voice' && <p className="text-[0.8125rem] text-(--rd-muted)">{speechTexts.noVoiceHint}</p>}
        </div>
      </Row>
    );
  }
  const speaking = status === 'speaking';
  const notice = failure ? speechTexts.failures[failure] : substitute && speechTexts.substitute(voiceName(substitute));
  return (
    <>
      <output className="mx-auto block max-w-[760px] px-4 text-[0.8125rem] leading-4">
        {notice && <span className="block pt-2">{notice}</span>}
      </output>
      <Row onClose={onClose}>
        <IconButton label={speechTexts.previous} icon={<SkipBack />} onClick={() => voice.step(-1)} />
        <IconButton
          label={speaking ? speechTexts.pause : speechTexts.play}
          icon={speaking ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
          onClick={voice.toggle}
        />
        <IconButton label={speechTexts.next} icon={<SkipForward />} onClick={() => voice.step(1)} />
        {status === 'finished' ? (
          <output className="min-w-0 flex-1 px-2 text-[0.8125rem] leading-4">{speechTexts.finished}</output>
        ) : (
          <Settings voice={voice} />
        )}
        {hasNotes && (
          <IconButton
            label={speechTexts.notes}
            icon={<Asterisk />}
            aria-pressed={notes}
            className="aria-pressed:bg-sunken"
            onClick={() => voice.choose({ notes: !notes })}
          />
        )}
      </Row>
    </>
  );
}

function Row({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-14 max-w-[760px] items-center px-0.5 md:gap-0.5 md:px-1.5">
      {children}
      <IconButton label={speechTexts.stop} icon={<X />} className="ml-auto" onClick={onClose} />
    </div>
  );
}

/** Entry of the book's own narration in the list of voices. */
const NARRATION = 'narration';

function Settings({ voice }: { readonly voice: ReadAloud }) {
  const { rate, voice: chosenVoice, voices, narration, hasNarration } = useStore(voice);
  const ownVoice = chosenVoice ?? voices[0]?.voiceURI ?? '';
  return (
    <div className="flex min-w-0 flex-1 items-center justify-end md:gap-1">
      <QuietSelect
        label={speechTexts.rate}
        value={String(rate)}
        onChange={(value) => voice.choose({ rate: Number(value) })}
      >
        {rates.map((each) => (
          <option key={each} value={each}>
            {`${String(each).replace('.', ',')}×`}
          </option>
        ))}
      </QuietSelect>
      <QuietSelect
        label={speechTexts.voice}
        value={hasNarration && narration ? NARRATION : ownVoice}
        onChange={(value) =>
          voice.choose(
            value === NARRATION ? { narration: true } : { voice: value, ...(hasNarration && { narration: false }) },
          )
        }
        grows
      >
        {hasNarration && <option value={NARRATION}>{speechTexts.narration}</option>}
        {voices.map((each) => (
          <option key={each.voiceURI} value={each.voiceURI}>
            {voiceName(each)}
          </option>
        ))}
      </QuietSelect>
    </div>
  );
}
