import { wavOf } from '@cuentos/domain/sound/wav';
import type { OpenedBook } from '../opening/open-book.ts';
import type { ReadAloud } from './read-aloud.ts';

/** Shortest sound for which browsers show controls, s. */
const SILENCE_S = 6;
const SAMPLE_RATE = 8000;
const SILENT_SAMPLE = 0x80;

/** Makes a file of silence. */
function silence(): Blob {
  const samples = new Uint8Array(SILENCE_S * SAMPLE_RATE).fill(SILENT_SAMPLE);
  return new Blob([wavOf(samples, SAMPLE_RATE)], { type: 'audio/wav' });
}

/** Player that the lock screen controls. */
type Player = Pick<ReadAloud, 'play' | 'pause' | 'step' | 'snapshot' | 'subscribe' | 'isNarrated'>;

/**
 * Lets the lock screen, a headset's keys and the browser's own controls play, pause and step through a book, with its
 * name and cover. Browsers show controls only while a media element plays, and a voice is none: silence plays during a
 * voice, but not during the book's own narration.
 * @param onStop called when the reader ended it there
 * @returns removes the controls
 */
export function showMediaControls(book: OpenedBook, player: Player, onStop: () => void): () => void {
  const { mediaSession } = navigator;
  if (!mediaSession) return () => {};
  const address = URL.createObjectURL(silence());
  const sound = Object.assign(new Audio(address), { loop: true });
  const actions: Partial<Record<MediaSessionAction, () => void>> = {
    play: player.play,
    pause: player.pause,
    stop: onStop,
    previoustrack: () => player.step(-1),
    nexttrack: () => player.step(1),
  };
  for (const [action, handler] of Object.entries(actions)) setHandler(action as MediaSessionAction, handler);
  const hideCover = showName(book);
  const follow = () => {
    const isSpeaking = player.snapshot().status === 'speaking';
    mediaSession.playbackState = isSpeaking ? 'playing' : 'paused';
    // A browser that refuses to play it shows no controls, and the voice continues.
    if (isSpeaking && !player.isNarrated) sound.play().catch(() => {});
    else sound.pause();
  };
  follow();
  const unsubscribe = player.subscribe(follow);
  return () => {
    unsubscribe();
    sound.pause();
    sound.removeAttribute('src');
    URL.revokeObjectURL(address);
    for (const action of Object.keys(actions)) setHandler(action as MediaSessionAction, null);
    mediaSession.playbackState = 'none';
    mediaSession.metadata = null;
    hideCover();
  };
}

function setHandler(action: MediaSessionAction, handler: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // A browser throws for an unknown action.
  }
}

/** Sets part, book and author, and the cover as soon as it has loaded. @returns releases the cover */
function showName({ partName, bookName, publication, loader }: OpenedBook): () => void {
  const name = { title: partName, album: bookName, artist: publication.metadata.creator ?? '' };
  navigator.mediaSession.metadata = new MediaMetadata(name);
  const cover = publication.resources.find(({ path }) => path === publication.coverPath);
  let address: string | null = null;
  let isWanted = true;
  if (cover) {
    void loader.blob(cover.path, cover.mediaType).then(
      (blob) => {
        if (!isWanted) return;
        address = URL.createObjectURL(blob);
        navigator.mediaSession.metadata = new MediaMetadata({
          ...name,
          artwork: [{ src: address, type: cover.mediaType }],
        });
      },
      () => {},
    );
  }
  return () => {
    isWanted = false;
    if (address) URL.revokeObjectURL(address);
  };
}
