import type { RendererObject, Tokens } from 'marked';

/** Escapes a text for XHTML content and attributes. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** An id made from a Spanish title: «Nueve velas» gives `nueve-velas`. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `s-${plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
}

/** A footnote: readers show it as a card, others find it at the end of the chapter. */
export function renderNote(number: number, content: string): string {
  return `<aside class="note" epub:type="footnote" role="doc-footnote" id="nota-${number}"><p>${number}. ${content} <a role="doc-backlink" href="#llamada-${number}">Volver al texto</a></p></aside>\n`;
}

/** Verse: one paragraph for each stanza, one span for each line. */
function renderVerse(source: string, inline: (text: string) => string): string {
  const stanzas = source.trim().split(/\n\s*\n/);
  const paragraphs = stanzas.map((stanza) => {
    const lines = stanza.split('\n').map((line) => `<span class="line">${inline(line.trim())}</span>`);
    return `<p>${lines.join('<br/>\n')}</p>`;
  });
  return `<div class="verse">\n${paragraphs.join('\n')}\n</div>\n`;
}

function renderFigure({ href, text, title }: Tokens.Image, images: string[]): string {
  if (text === '') throw new Error(`The image ${href} has no alternative text`);
  images.push(href);
  const caption = title ? `\n<figcaption>${escapeXml(title)}</figcaption>` : '';
  return `<figure>\n<img src="images/${escapeXml(href)}" alt="${escapeXml(text)}"/>${caption}\n</figure>\n`;
}

const escapeVerse = (line: string): string =>
  escapeXml(line).replace(/\*([^*]+)\*/g, (_all, words: string) => `<em>${words}</em>`);

/** Renderer of marked that writes well-formed XHTML; names of shown images are added to `images`. */
export function epubRenderer(images: string[]): RendererObject {
  return {
    paragraph({ tokens }) {
      const [first] = tokens;
      if (first?.type === 'image' && tokens.length === 1) return renderFigure(first as Tokens.Image, images);
      return `<p>${this.parser.parseInline(tokens)}</p>\n`;
    },
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      return escapeXml(token.text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
    },
    code({ text, lang }) {
      if (lang !== 'verso') throw new Error('Only verse may stand in a fenced block');
      return renderVerse(text, escapeVerse);
    },
    blockquote({ tokens }) {
      return `<blockquote class="letter">\n${this.parser.parse(tokens)}</blockquote>\n`;
    },
    br: () => '<br/>\n',
    hr: () => '<hr class="scene"/>\n',
    html({ raw }) {
      throw new Error(`Raw HTML is not allowed in the texts: ${raw}`);
    },
    image({ href }) {
      throw new Error(`The image ${href} must stand in its own paragraph`);
    },
  };
}
