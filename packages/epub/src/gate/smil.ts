import { NS, parseXml, type XmlElement, type XmlHandler } from '../container/xml-events.ts';

/** A `par` of a media overlay with its text and its sound; addresses as the file writes them. */
export interface SmilClip {
  readonly text: string;
  readonly sound: string;
  /** Seconds. */
  readonly from: number;
  readonly to: number | null;
  readonly isNote: boolean;
}

/** Semantics that a reader may skip during narration (EPUB 3.3 §9.5.2, Structural Semantics Vocabulary). */
const SKIPPABLE = /(?:^|\s)(?:noteref|footnotes?|endnotes?|rearnotes?|annotation|note|pagebreak)(?:\s|$)/;

/** Reads a media overlay; `wrong` counts clips without a text, a sound or a time that can be read. */
export function parseSmil(source: string): { readonly clips: readonly SmilClip[]; readonly wrong: number } {
  const reader = new SmilReader();
  parseXml(source, reader);
  return reader;
}

interface OpenClip {
  readonly depth: number;
  text: string | null;
  sound: XmlElement | null;
}

class SmilReader implements XmlHandler {
  readonly clips: SmilClip[] = [];
  wrong = 0;
  #depth = 0;
  #clip: OpenClip | null = null;
  /** Depth of the outermost open element that may be skipped; 0 outside any. */
  #noteDepth = 0;

  open(element: XmlElement): void {
    this.#depth += 1;
    if (this.#noteDepth === 0 && SKIPPABLE.test(valueOf(element, 'type', NS.ops))) this.#noteDepth = this.#depth;
    if (element.local === 'par') this.#clip ??= { depth: this.#depth, text: null, sound: null };
    else if (this.#clip && element.local === 'text') this.#clip.text ??= valueOf(element, 'src');
    else if (this.#clip && element.local === 'audio') this.#clip.sound ??= element;
  }

  close(): void {
    if (this.#clip?.depth === this.#depth) {
      this.#end(this.#clip);
      this.#clip = null;
    }
    if (this.#noteDepth === this.#depth) this.#noteDepth = 0;
    this.#depth -= 1;
  }

  #end({ text, sound: element }: OpenClip): void {
    // Ignores a clip without a sound, which is meant for a synthetic voice, without a warning.
    if (!element) return;
    const sound = valueOf(element, 'src');
    const [begin, end] = [valueOf(element, 'clipBegin'), valueOf(element, 'clipEnd')];
    const from = begin === '' ? 0 : parseClock(begin);
    const to = end === '' ? null : parseClock(end);
    if (!text || sound === '' || from === null || (end !== '' && to === null) || (to !== null && to <= from)) {
      this.wrong += 1;
      return;
    }
    this.clips.push({ text, sound, from, to, isNote: this.#noteDepth > 0 });
  }
}

function valueOf({ attributes }: XmlElement, name: string, uri = ''): string {
  return attributes.find((each) => each.local === name && each.uri === uri)?.value.trim() ?? '';
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

/** Seconds of a SMIL clock (`1:02:03.5`, `02:03`, `90.5`, `1.5h`, `2min`, `3s`, `400ms`); null for anything else. */
export function parseClock(text: string): number | null {
  const clock = text.trim().replace(/^npt=/, '');
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,6}):)?([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(clock) ?? [];
  if (minutes !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const [, count, unit = ''] = /^(\d{1,9}(?:\.\d+)?)(h|min|s|ms)?$/.exec(clock) ?? [];
  return count === undefined ? null : Number(count) * (UNIT_SECONDS[unit] as number);
}
