import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeInTwoTabs } from '../../device/testing/stale-tab.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { dictionaryProblemText } from '../reading/themes/settings-texts.ts';
import {
  deleteDictionaries,
  dictionaryDatabase,
  hasDictionaries,
  noteDictionaries,
  ownsDictionaries,
} from './dictionary-database.ts';
import { DictionaryProblem } from './dictionary-problem.ts';
import { forgetDictionaries, keptDictionaries, moveUp, removeDictionary, sweepLeftovers } from './kept-dictionaries.ts';
import { lookUpWord } from './look-up-word.ts';
import { placeDictionary } from './place-dictionary.ts';
import { countRows, freshDictionaries, place } from './testing/fresh-dictionaries.ts';
import { asFiles, dictzip, gzip, makeStarDict, plainFiles } from './testing/make-stardict.ts';
import { wordKey } from './word-key.ts';

beforeEach(freshDictionaries);
afterEach(() => vi.unstubAllGlobals());

const isNoted = (key: string) => key.startsWith('dictionaries');
const NOTHING = { dictionaries: 0, pages: 0, pieces: 0 };

/** Looks a word of a Spanish text up. @returns headwords with their texts */
const answers = async (word: string, language = 'es-CL') =>
  (await lookUpWord(word, language))?.map(({ headword, text }) => `${headword}: ${text}`);

const entries = [
  { word: 'caminar', text: 'Ir a pie.', synonyms: ['andar a pie'] },
  { word: 'libro', text: 'Hojas escritas.' },
  { word: 'niebla', text: 'Nube baja.' },
  { word: 'Niebla', text: 'Título de una novela.' },
  { word: 'sin embargo', text: 'No obstante.' },
  { word: 'año', text: 'Doce meses.' },
  { word: 'sólo', text: 'Adverbio.' },
  { word: 'solo', text: 'Sin compañía.' },
];

describe('files', () => {
  const made = makeStarDict({ entries });
  const wide = makeStarDict({ entries, offsetBits: 64 });

  it.each([
    ['plain', { 'a.ifo': made.ifo, 'a.idx': made.idx, 'a.dict': made.dict, 'a.syn': made.syn }],
    ['offsets of 64 bits', { 'a.ifo': wide.ifo, 'a.idx': wide.idx, 'a.dict': wide.dict, 'a.syn': wide.syn }],
    [
      '.idx.gz and .dict.dz',
      { 'a.ifo': made.ifo, 'a.idx.gz': gzip(made.idx), 'a.dict.dz': dictzip(made.dict, 7), 'a.syn': made.syn },
    ],
    [
      'gzip without a table',
      { 'a.ifo': made.ifo, 'a.idx': made.idx, 'a.dict.dz': gzip(made.dict), 'a.syn.dz': gzip(made.syn) },
    ],
    [
      'one .zip',
      {
        'a.zip': new Uint8Array(
          zipSync({
            'd/a.dict.dz': dictzip(made.dict),
            'd/a.ifo': made.ifo,
            '__MACOSX/d/._a.ifo': made.ifo,
            'd/a.idx': [made.idx, { level: 0 }],
            'd/a.syn': made.syn,
            'd/res/x.png': made.ifo,
          }),
        ),
      },
    ],
    [
      'a .zip without its ending',
      { a: new Uint8Array(zipSync({ 'A.IFO': made.ifo, 'A.IDX': made.idx, 'A.DICT': made.dict, 'A.SYN': made.syn })) },
    ],
  ])('are read: %s', async (_name, files) => {
    await place(asFiles(files));
    expect(await answers('niebla')).toEqual(['niebla: Nube baja.', 'Niebla: Título de una novela.']);
    expect(await answers('andar a pie')).toEqual(['caminar: Ir a pie.']);
    expect(await answers('río')).toEqual([]);
  });

  it('of a .dict.dz give entries that begin in one chunk and end in another', async () => {
    const long = Array.from({ length: 30 }, (_, index) => ({
      word: `p${index}`,
      text: `${index} `.repeat(40 * index + 1),
    }));
    const { ifo, idx, dict } = makeStarDict({ entries: long });
    await place(asFiles({ 'a.ifo': ifo, 'a.idx': idx, 'a.dict.dz': dictzip(dict, 512) }));
    expect((await countRows()).pieces).toBe(Math.ceil(dict.length / 512));
    for (const { word, text } of long) expect((await lookUpWord(word, 'en'))?.[0]?.text).toBe(text.trim());
  });

  it('are described by name, number of words, size and language', async () => {
    const onProgress = vi.fn<(part: number) => void>();
    const files = plainFiles({ entries, name: 'Ideológico', ifo: { lang: 'es' } });
    await placeDictionary(files, { signal: new AbortController().signal, onProgress });
    const size = files.reduce((sum, file) => sum + file.size, 0);
    expect(await keptDictionaries()).toMatchObject([
      { name: 'Ideológico', words: entries.length, size, language: 'es' },
    ]);
    const parts = onProgress.mock.calls.map(([part]) => part);
    expect(parts.at(-1)).toBe(1);
    expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  });
});

/** Makes a file with a declared size, whose bytes are never read. */
const ofSize = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size });
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);

describe('a failed import says why, and stores nothing:', () => {
  const { ifo, idx, dict } = makeStarDict({ entries });
  const all = { 'a.ifo': ifo, 'a.idx': idx, 'a.dict': dict };
  const dz = (bytes: Uint8Array<ArrayBuffer>) => asFiles({ 'a.ifo': ifo, 'a.idx': idx, 'a.dict.dz': bytes });
  const told = (facts: Readonly<Record<string, string | number>>) =>
    asFiles({ ...all, 'a.ifo': makeStarDict({ entries, ifo: facts }).ifo });
  const docx = new Uint8Array(zipSync({ 'word/document.xml': ifo }));
  const packed = dictzip(dict, 20);

  it.each([
    ['no .ifo', asFiles({ 'a.idx': idx, 'a.dict': dict }), /^Falta el archivo \.ifo\./],
    ['no .idx', asFiles({ 'a.ifo': ifo, 'a.dict': dict }), /^Falta el archivo \.idx o \.idx\.gz\./],
    ['no .dict', asFiles({ 'a.ifo': ifo, 'a.idx': idx }), /^Falta el archivo \.dict o \.dict\.dz\./],
    ['two dictionaries', asFiles({ ...all, 'b.ifo': ifo }), /más de un archivo \.ifo/],
    ['a DOCX', asFiles({ 'informe.docx': docx }), /«informe\.docx» no es de un diccionario StarDict/],
    ['an archive that is not opened here', asFiles({ 'a.tar.bz2': idx }), /«a\.tar\.bz2» está comprimido/],
    ['another first line', asFiles({ ...all, 'a.ifo': idx }), /no es de un diccionario StarDict/],
    [
      'an .ifo without an end',
      asFiles({ 'a.ifo.gz': gzip(new TextEncoder().encode('x'.repeat(100_000))), 'a.idx': idx, 'a.dict': dict }),
      /^Descomprimido pesa más de 66 KB/,
    ],
    ['no number of words', told({ wordcount: '' }), /\.ifo está dañado/],
    ['other widths of offsets', told({ idxoffsetbits: 16 }), /\.ifo está dañado/],
    [
      'an .idx shorter than told',
      asFiles({ ...all, 'a.idx': idx.slice(0, -9) }),
      /debería tener \d+ bytes y tiene \d+/,
    ],
    ['fewer words than told', told({ wordcount: 9 }), /debería tener 9 palabras y tiene 8/],
    [
      'a cut .idx of the size told',
      asFiles({
        ...all,
        'a.idx': idx.slice(0, -9),
        'a.ifo': makeStarDict({ entries, ifo: { idxfilesize: idx.length - 9 } }).ifo,
      }),
      /\.idx está dañado o cortado/,
    ],
    ['entries beyond the .dict', asFiles({ ...all, 'a.dict': dict.slice(0, -1) }), /\.dict está incompleto/],
    [
      'a .syn of another one',
      asFiles({
        ...all,
        'a.syn': makeStarDict({ entries: [...entries, { word: 'z', text: '', synonyms: ['y'] }] }).syn,
      }),
      /\.syn está dañado/,
    ],
    [
      'an .idx.gz that is damaged',
      asFiles({ 'a.ifo': ifo, 'a.dict': dict, 'a.idx.gz': gzip(idx).slice(0, 40) }),
      /comprimido está dañado/,
    ],
    [
      'a table of chunks that lies',
      dz(dictzip(dict, 20, (sizes) => sizes.splice(0, 2, (sizes[0] ?? 0) + 1, (sizes[1] ?? 0) - 1))),
      /\.dict\.dz está dañado/,
    ],
    ['a table of fewer chunks', dz(dictzip(dict, 20, (sizes) => sizes.pop())), /\.dict\.dz está dañado/],
    ['a .dict.dz that is cut', dz(packed.slice(0, -30)), /\.dict\.dz está dañado/],
    ['chunks longer than told', dz(packed.map((byte, at) => (at === 18 ? byte - 1 : byte))), /\.dict\.dz está dañado/],
    ['chunks shorter than told', dz(packed.map((byte, at) => (at === 18 ? byte + 1 : byte))), /\.dict\.dz está dañado/],
    [
      'an .ifo that is not UTF-8',
      asFiles({ ...all, 'a.ifo': latin1(new TextDecoder().decode(ifo).replace('prueba', 'año')) }),
      /no está en UTF-8/,
    ],
    [
      'words that are not UTF-8',
      asFiles({ ...all, 'a.idx': latin1(new TextDecoder('latin1').decode(idx).replace('libro', 'líbro')) }),
      /no está en UTF-8/,
    ],
    [
      'a text that is not UTF-8',
      asFiles({ ...all, 'a.dict': dict.map((byte, at) => (at === 3 ? 0xff : byte)) }),
      /no está en UTF-8/,
    ],
    [
      '300 MB',
      [ofSize('a.dict', 300_000_000), ...asFiles({ 'a.ifo': ifo, 'a.idx': idx })],
      /^Pesa 300 MB\. Aquí caben diccionarios de hasta 250 MB\./,
    ],
  ])('%s', async (_name, files, sentence) => {
    const outcome = await place(files).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(DictionaryProblem);
    expect(dictionaryProblemText((outcome as DictionaryProblem).problem)).toMatch(sentence);
    expect(await countRows()).toEqual(NOTHING);
    expect(hasDictionaries()).toBe(false);
  });

  it('the same dictionary twice', async () => {
    await place(asFiles(all));
    await expect(place(asFiles(all))).rejects.toMatchObject({ problem: { kind: 'placed' } });
    expect((await keptDictionaries()).length).toBe(1);
    expect(await answers('libro')).toEqual(['libro: Hojas escritas.']);
  });

  it('a full device, when the text is already stored', async () => {
    const { put } = IDBObjectStore.prototype;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function fill(
      this: IDBObjectStore,
      ...given
    ) {
      if (this.name === 'index_pages') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, given);
    });
    const outcome = await place(asFiles(all)).catch((error: unknown) => error);
    full.mockRestore();
    expect(outcome).toMatchObject({ problem: { kind: 'full' } });
    expect(await countRows()).toEqual(NOTHING);
  });

  it('an import that is cancelled, at any step', async () => {
    const files = asFiles(all);
    for (let step = 0; step < 4; step += 1) {
      const own = new AbortController();
      let heard = 0;
      const onProgress = () => {
        if (heard === step) own.abort();
        heard += 1;
      };
      if (step === 3) own.abort();
      await expect(placeDictionary(files, { signal: own.signal, onProgress })).rejects.toThrow(/abort/i);
      expect(await countRows()).toEqual(NOTHING);
      expect(hasDictionaries()).toBe(false);
    }
  });
});

describe('a stored dictionary', () => {
  it('is removed when its tab ended in the middle of the import; complete dictionaries stay', async () => {
    await place(plainFiles({ entries }));
    const before = await countRows();
    await dictionaryDatabase(async (database) => {
      await database.put('text_pieces', new Uint8Array(3), ['left', 0]);
      await database.put('text_pieces', new Uint8Array(3), ['left', 1]);
      await database.put('index_pages', [], ['left too', 'a']);
    });
    await sweepLeftovers();
    expect(await countRows()).toEqual(before);
    expect(await answers('libros')).toEqual(['libro: Hojas escritas.']);
  });

  it('is deleted whole, and the others stay', async () => {
    const [one, other] = [
      await place(plainFiles({ entries, name: 'Uno' })),
      await place(plainFiles({ entries, name: 'Otro' })),
    ];
    await removeDictionary(one);
    expect((await keptDictionaries()).map(({ name }) => name)).toEqual(['Otro']);
    expect(hasDictionaries()).toBe(true);
    await removeDictionary(other);
    expect(await countRows()).toEqual(NOTHING);
    await vi.waitFor(() => expect(hasDictionaries()).toBe(false));
    expect(Object.keys(localStorage).filter(isNoted)).toEqual([]);
  });

  it('is noted although another tab notes one of another account at the same moment, and in the list of an earlier version', () => {
    writeInTwoTabs(
      () => noteDictionaries('ana', true),
      () => noteDictionaries('berta', true),
    );
    expect(['ana', 'berta'].map(ownsDictionaries)).toEqual([true, true]);
    noteDictionaries('ana', false);
    localStorage.setItem('dictionaries', JSON.stringify([{ uid: 'carla' }]));
    expect(['ana', 'berta', 'carla'].map(ownsDictionaries)).toEqual([false, true, true]);
  });

  it('is noted although it is imported while another tab deletes the last one', async () => {
    const last = await place(plainFiles({ entries, name: 'Uno' }));
    let removal: Promise<void> | undefined;
    const onProgress = () => {
      removal ??= removeDictionary(last);
    };
    const files = plainFiles({ entries: [{ word: 'sol', text: 'Estrella.' }], name: 'Otro' });
    await placeDictionary(files, { signal: new AbortController().signal, onProgress });
    await removal;
    expect(hasDictionaries()).toBe(true);
    expect(await answers('sol')).toEqual(['sol: Estrella.']);
  });

  it('that another tab deletes stays deleted when it is moved at the same moment', async () => {
    await place(plainFiles({ entries, name: 'Uno' }));
    const other = await place(plainFiles({ entries, name: 'Otro' }));
    await Promise.all([moveUp(other), deleteDictionaries([other.id])]);
    expect((await keptDictionaries()).map(({ name }) => name)).toEqual(['Uno']);
  });

  it('answers in an order that can be changed', async () => {
    await place(plainFiles({ entries: [{ word: 'mar', text: 'uno' }], name: 'Uno' }));
    const other = await place(plainFiles({ entries: [{ word: 'mar', text: 'otro' }], name: 'Otro' }));
    expect(await answers('mar')).toEqual(['mar: uno', 'mar: otro']);
    await moveUp(other);
    expect(await answers('mar')).toEqual(['mar: otro', 'mar: uno']);
    expect((await lookUpWord('Mar', 'es'))?.map(({ dictionary }) => dictionary.name)).toEqual(['Otro', 'Uno']);
  });

  it('belongs to one account: another account does not see it, and a logout of its own account deletes it', async () => {
    await place(plainFiles({ entries }));
    signInAs('berta');
    expect(hasDictionaries()).toBe(false);
    expect(await lookUpWord('libro', 'es')).toBeNull();
    await place(plainFiles({ entries: [{ word: 'sol', text: 'Estrella.' }] }));
    await forgetDictionaries('ana');
    expect(await answers('sol')).toEqual(['sol: Estrella.']);
    expect((await countRows()).dictionaries).toBe(1);
    await forgetDictionaries('berta');
    expect(await countRows()).toEqual(NOTHING);
    expect(Object.keys(localStorage).filter(isNoted)).toEqual([]);
  });

  it('of an import that ended with its tab is removed by a logout or by the next look-up', async () => {
    const leave = async () => {
      noteDictionaries('ana', true);
      await dictionaryDatabase((database) => database.put('text_pieces', new Uint8Array(3), ['left', 0]));
    };
    await leave();
    await forgetDictionaries('ana');
    expect(await countRows()).toEqual(NOTHING);
    await leave();
    expect(await lookUpWord('mar', 'es')).toBeNull();
    await vi.waitFor(async () => expect(await countRows()).toEqual(NOTHING));
  });

  it('is not left behind when its user leaves during the import', async () => {
    const onProgress = () => signInAs('berta');
    const placing = placeDictionary(plainFiles({ entries }), { signal: new AbortController().signal, onProgress });
    await expect(placing).rejects.toMatchObject({ problem: { kind: 'no-account' } });
    expect(await countRows()).toEqual(NOTHING);
  });

  it('is not searched where the browser deleted it', async () => {
    const { id } = await place(plainFiles({ entries }));
    await deleteDictionaries([id]);
    noteDictionaries('ana', true);
    expect(await lookUpWord('libro', 'es')).toBeNull();
    await vi.waitFor(() => expect(hasDictionaries()).toBe(false));
  });

  it('reports a missing piece', async () => {
    await place(plainFiles({ entries }));
    await dictionaryDatabase((database) => database.clear('text_pieces'));
    await expect(lookUpWord('libro', 'es')).rejects.toThrow(/missing or damaged/);
  });
});

describe('a word', () => {
  it('is found as it is written, then without accents, and ñ is a letter of its own', async () => {
    await place(plainFiles({ entries }));
    expect(await answers('SOLO')).toEqual(['solo: Sin compañía.']);
    expect(await answers('sólo')).toEqual(['sólo: Adverbio.']);
    expect(await answers('nièbla')).toEqual(['niebla: Nube baja.', 'Niebla: Título de una novela.']);
    expect(await answers('Sin embargo')).toEqual(['sin embargo: No obstante.']);
    expect(await answers('ano')).toEqual([]);
  });

  it('has all its entries, wherever they are in the file', async () => {
    const others = Array.from({ length: 125 }, (_, index) => ({ word: `a${index}`, text: 'otra' }));
    const same = Array.from({ length: 8 }, (_, index) => ({ word: 'mar', text: `${index}` }));
    await place(plainFiles({ entries: [...others, ...same] }));
    expect(await answers('mar')).toEqual(same.map(({ text }) => `mar: ${text}`));
  });

  it('is found by its headword in a Spanish text, and not in a text of another language', async () => {
    await place(plainFiles({ entries }));
    expect(await answers('Caminaba')).toEqual(['caminar: Ir a pie.']);
    expect(await answers('libros')).toEqual(['libro: Hojas escritas.']);
    expect(await answers('libros', 'en')).toEqual([]);
  });

  it('of a random dictionary is always found, and a word of no dictionary never', async () => {
    const word = fc
      .string({ unit: fc.constantFrom('a', 'á', 'b', 'c', 'ñ', 'n', 'z', 'Z', ' ', '-'), minLength: 1, maxLength: 6 })
      .filter((text) => wordKey(text) !== '');
    const list = fc.uniqueArray(word, { minLength: 1, maxLength: 400, selector: wordKey });
    const property = fc.asyncProperty(list, fc.array(word), fc.boolean(), async (words, others, isPacked) => {
      await freshDictionaries();
      const { ifo, idx, dict } = makeStarDict({ entries: words.map((each) => ({ word: each, text: `[${each}]` })) });
      const text = isPacked ? { 'a.dict.dz': dictzip(dict, 64) } : { 'a.dict': dict };
      await place(asFiles({ 'a.ifo': ifo, 'a.idx': idx, ...text }));
      const found = async (each: string) => (await lookUpWord(each, 'en'))?.map(({ headword }) => headword);
      for (const each of words) expect(await found(each)).toEqual([each]);
      const known = new Set(words.map(wordKey));
      for (const each of others) expect((await found(each))?.length).toBe(known.has(wordKey(each)) ? 1 : 0);
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
