import { MAX_TOC_ENTRIES, type RawTocEntry } from './nav.ts';
import { parseXml, type XmlElement, type XmlHandler } from './xml-events.ts';

/**
 * Contents of an NCX (OPF 2.0.1 §2.4.1, DAISY Z39.86-2005 §8), in order, flat with levels.
 * @throws {XmlMalformed}
 */
export function parseNcx(source: string): RawTocEntry[] {
  const reader = new NcxReader();
  parseXml(source, reader);
  return reader.entries.filter(({ href, title }) => href !== null || title.trim() !== '');
}

class NcxReader implements XmlHandler {
  readonly entries: { title: string; href: string | null; level: number }[] = [];
  readonly #open: string[] = [];
  /** Entries of the open navPoints, innermost last; null once the list is full. */
  readonly #points: ({ title: string; href: string | null; level: number } | null)[] = [];

  open({ local, attributes }: XmlElement): void {
    this.#open.push(local);
    if (local === 'navPoint') {
      const entry = { title: '', href: null, level: this.#points.length + 1 };
      this.#points.push(this.entries.length < MAX_TOC_ENTRIES ? entry : null);
      if (this.entries.length < MAX_TOC_ENTRIES) this.entries.push(entry);
    }
    const point = this.#points.at(-1);
    if (local === 'content' && point) point.href = attributes.find(({ name }) => name === 'src')?.value ?? null;
  }

  text(text: string): void {
    const point = this.#points.at(-1);
    const isLabel = this.#open.at(-1) === 'text' && this.#open.at(-2) === 'navLabel';
    if (point && isLabel && point.title.length < 5_000) point.title += text;
  }

  close(): void {
    if (this.#open.pop() === 'navPoint') this.#points.pop();
  }
}
