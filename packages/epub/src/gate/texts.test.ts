import { describe, expect, it } from 'vitest';
import type { RefusalReason } from './refusal.ts';
import { refusalText } from './texts.ts';

const REASONS: readonly RefusalReason[] = [
  ...([
    'not-a-zip',
    'empty',
    'no-container',
    'corrupt-zip',
    'unsupported-zip',
    'encrypted-zip',
    'not-an-epub',
  ] as const),
  ...(['unsafe-path', 'bad-container', 'opf-missing', 'bad-opf', 'missing-resource', 'unsafe-xml'] as const),
];

describe('refusalText', () => {
  it.each(REASONS)('%s starts with the fixed sentence and continues with a cause', (reason) => {
    const sentence = refusalText({ accepted: false, reason, detail: {} });
    expect(sentence).toMatch(/^El archivo debe ser un formato EPUB válido\. \S.+\.$/);
    expect(sentence).not.toContain('undefined');
  });

  it.each([
    ['not-a-zip', 'pdf', 'Es un PDF'],
    ['not-a-zip', 'kindle', 'Es un libro de Kindle'],
    ['no-container', 'word', 'Es un documento de Word'],
    ['no-container', 'pictures', 'Es un archivo comprimido con imágenes'],
  ] as const)('%s: names a file of the kind %s', (reason, what, words) => {
    expect(refusalText({ accepted: false, reason, detail: { what } })).toContain(`formato EPUB válido. ${words}`);
  });

  it('names the file when it is known', () => {
    const detail = { file: 'OEBPS/c2.xhtml' };
    expect(refusalText({ accepted: false, reason: 'missing-resource', detail })).toContain('«OEBPS/c2.xhtml»');
  });

  it.each([
    [{}, 'El libro es demasiado grande al descomprimirse.'],
    [{ limit: 5000 }, 'El libro es demasiado grande: puede tener hasta 5.000 archivos dentro.'],
    [{ limit: 100 * 1024 * 1024 }, 'El libro es demasiado grande: puede pesar hasta 100 MB.'],
    [{ file: 'a.xhtml' }, 'El libro es demasiado grande: «a.xhtml» pasa del tamaño permitido al descomprimirse.'],
  ])('says which limit was passed', (detail, sentence) => {
    expect(refusalText({ accepted: false, reason: 'too-large', detail })).toBe(sentence);
  });

  it('explains how to zip a book that lies in a folder', () => {
    const detail = { file: 'Mi libro/META-INF/container.xml', what: 'folder' };
    expect(refusalText({ accepted: false, reason: 'no-container', detail })).toContain('carpeta («Mi libro»)');
  });

  it.each(['drm', 'too-complex'] as const)('%s tells the author what to do', (reason) => {
    expect(refusalText({ accepted: false, reason, detail: {} })).toMatch(/Sube|vuelve a subirlo/);
  });
});
