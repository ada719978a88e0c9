import type { Relocation } from '@cuentos/epub/render/reader-types';
import { speedTexts } from './texts.ts';

/** Local storage key: characters that this reader reads in a minute. */
const KEY = 'readingSpeed';
/** Characters per minute before any measurement: 230 words, the usual speed for Spanish prose. */
const DEFAULT_SPEED = 1200;
/** Limits of a measured speed, characters per minute: slower is a page left open, faster is leafing. */
const SLOWEST = 300;
const FASTEST = 4000;
/** Shortest page that is measured, characters. */
const MIN_CHARACTERS = 200;
/** Characters after which the earlier speed counts half. */
const HALF_WEIGHT_CHARACTERS = 6000;
/** No estimate above this, minutes. */
const MAX_MINUTES = 600;

/** The speed after a further page of this length and time. */
export function learnSpeed(speed: number, characters: number, minutes: number): number {
  if (characters < MIN_CHARACTERS || minutes <= 0) return speed;
  const measuredSpeed = characters / minutes;
  if (measuredSpeed < SLOWEST || measuredSpeed > FASTEST) return speed;
  const weight = characters / (characters + HALF_WEIGHT_CHARACTERS);
  return speed + (measuredSpeed - speed) * weight;
}

/** Whole minutes for this many characters, at least 1; null when none are left, or the estimate is too long. */
export function minutesFor(characters: number, speed: number): number | null {
  const minutes = Math.ceil(characters / speed);
  return characters > 0 && minutes <= MAX_MINUTES ? minutes : null;
}

/** Measures the reader's speed by the pages read, on this device only. */
export class ReadingSpeed {
  #speed = load();
  #page: { readonly characters: number; readonly since: number } | null = null;
  readonly #characters: number;

  /** @param characters length of the whole book */
  constructor(characters: number) {
    this.#characters = characters;
  }

  /** Notes the shown page, and measures the one before after a turn. @param now ms */
  see({ reason, percentage }: Relocation, now: number): void {
    const characters = (percentage / 100) * this.#characters;
    const before = this.#page;
    this.#page = reason === 'layout' && before ? before : { characters, since: now };
    if (!before || reason !== 'turn') return;
    const next = learnSpeed(this.#speed, characters - before.characters, (now - before.since) / 60_000);
    if (next === this.#speed) return;
    this.#speed = next;
    save(next);
  }

  /** The reader looked away: the time of this page does not count. */
  lookAway(): void {
    this.#page = null;
  }

  /** The time to the end of the chapter, in words; null without a sensible estimate. */
  timeLeft({ charactersLeftInChapter }: Relocation): string | null {
    const minutes = minutesFor(charactersLeftInChapter, this.#speed);
    return minutes === null ? null : speedTexts.minutesLeft(minutes);
  }
}

function load(): number {
  try {
    const saved = Number(localStorage.getItem(KEY));
    return saved >= SLOWEST && saved <= FASTEST ? saved : DEFAULT_SPEED;
  } catch {
    return DEFAULT_SPEED;
  }
}

function save(speed: number): void {
  try {
    localStorage.setItem(KEY, String(Math.round(speed)));
  } catch {
    // The speed stays in memory for this book only.
  }
}
