import { decodePercent, resolveReference } from '../container/container-path.ts';
import type { NarrationClip, SectionNarration } from '../container/narration.ts';
import type { Section } from '../container/publication.ts';
import type { BookFile } from './book-files.ts';
import type { WarningLog } from './gate-warning.ts';
import type { OpenBook } from './open-book.ts';
import type { CarriedFile } from './resource-store.ts';
import { parseSmil, type SmilClip } from './smil.ts';

/**
 * Largest number of clips of one section; a narrated word lasts a quarter of a second, so that these are seven hours.
 */
const MOST_CLIPS = 100_000;

/**
 * Finds the narration of each section, by the section's number. Leaves out clips whose sound is unreadable or not in
 * the edition, and warns the author.
 */
export async function findNarration(
  book: OpenBook,
  carried: ReadonlyMap<BookFile, CarriedFile>,
  sections: readonly Section[],
  readText: (file: CarriedFile) => Promise<string>,
  log: WarningLog,
): Promise<ReadonlyMap<number, SectionNarration>> {
  const overlays = new Map<BookFile, ReadonlyMap<string, SectionNarration>>();
  const narrations = new Map<number, SectionNarration>();
  for (const [index, { idref }] of book.document.spine.entries()) {
    const section = sections[index];
    const { mediaOverlay = null } = book.items.get(idref)?.item ?? {};
    if (!section || section.missing || mediaOverlay === null) continue;
    const file = book.items.get(mediaOverlay)?.file ?? null;
    const carriedFile = file && carried.get(file);
    if (!carriedFile) {
      log.add('narration-missing', section.path);
      continue;
    }
    let overlay = overlays.get(file);
    if (!overlay) {
      overlay = clipsByText(file, await readText(carriedFile), book, carried, log);
      overlays.set(file, overlay);
    }
    const narration = overlay.get(section.path);
    if (narration) narrations.set(index, narration);
  }
  return narrations;
}

/** Returns the clips of a media overlay by the path of the document that they narrate. */
function clipsByText(
  smil: BookFile,
  source: string,
  { files }: OpenBook,
  carried: ReadonlyMap<BookFile, CarriedFile>,
  log: WarningLog,
): ReadonlyMap<string, SectionNarration> {
  const { clips, wrong } = parseSmil(source);
  const narrations = new Map<string, ClipList>();
  /** Resolved addresses, cached because thousands of clips name the same few files. */
  const known = new Map<string, BookFile | null>();
  const fileOf = (href: string): BookFile | null => {
    const target = resolveReference(smil.source, href);
    const file = target.kind === 'inside' ? files.find(target.path, target.rawPath) : null;
    return file && carried.has(file) ? file : null;
  };
  const targetOf = (href: string): { readonly file: BookFile; readonly fragment: string } | null => {
    const [address = '', fragment = ''] = href.split(/#(.*)/s);
    const file = known.get(address) ?? fileOf(address);
    known.set(address, file);
    return file && { file, fragment: decodePercent(fragment) };
  };
  let lost = wrong;
  for (const clip of clips) {
    const text = targetOf(clip.text);
    const sound = targetOf(clip.sound)?.file;
    const list = text && (narrations.get(text.file.path) ?? new ClipList());
    if (list && sound?.type?.kind === 'media' && list.add(text.fragment, sound.path, clip)) {
      narrations.set(text.file.path, list);
    } else lost += 1;
  }
  if (lost > 0) log.add('narration-clip', smil.path, lost);
  return new Map([...narrations].map(([path, list]) => [path, list.narration()]));
}

/** The clips of one document, with numbered sounds. */
class ClipList {
  readonly #sounds = new Map<string, number>();
  readonly #clips: NarrationClip[] = [];

  /** Adds a clip; false when the list is full. */
  add(id: string, sound: string, { from, to, isNote }: SmilClip): boolean {
    if (this.#clips.length >= MOST_CLIPS) return false;
    const number = this.#sounds.get(sound) ?? this.#sounds.size;
    this.#sounds.set(sound, number);
    this.#clips.push([id, number, from, to, isNote ? 1 : 0]);
    return true;
  }

  narration(): SectionNarration {
    return { sounds: [...this.#sounds.keys()], clips: this.#clips };
  }
}
