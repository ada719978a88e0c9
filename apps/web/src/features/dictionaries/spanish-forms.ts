/**
 * Headwords of which a Spanish word may be a form, as keys (word-key.ts), the likeliest first. The endings alone
 * decide: some results are no words, and no dictionary has them.
 */
export function spanishHeadwords(key: string): string[] {
  if (key.length > LONGEST) return [];
  const own = new Set([...irregular(key), ...nominal(key), ...verbal(key)]);
  own.delete(key);
  return [...own].filter((word) => word.length > 1);
}

/** Longest word, letters. */
const LONGEST = 40;
/** Shortest stem before an ending, letters; `iba` does not lead to `ir` by its ending. */
const STEM_MIN = 2;

function cut(word: string, ending: string): string | null {
  return word.endsWith(ending) && word.length - ending.length >= STEM_MIN ? word.slice(0, -ending.length) : null;
}

/** `libros`, `luces`, `buenas`, `profesora`, `casita`, `lentamente`. */
function nominal(key: string): string[] {
  const found: string[] = [];
  const add = (stem: string | null, ...endings: string[]) => {
    if (stem !== null) found.push(...endings.map((ending) => stem + ending));
  };
  add(cut(key, 's'), '');
  add(cut(key, 'es'), '');
  add(cut(key, 'ces'), 'z');
  for (const ending of ['a', 'os', 'as']) add(cut(key, ending), 'o', '');
  const adverb = cut(key, 'mente');
  add(adverb, '');
  if (adverb?.endsWith('a')) add(adverb.slice(0, -1), 'o');
  for (const size of ['it', 'ecit', 'cit', 'ill', 'isim']) {
    for (const ending of ['o', 'a', 'os', 'as']) add(cut(key, size + ending), 'o', 'a', 'e', '');
  }
  return found;
}

/** Endings of regular verbs without accents, of all moods and tenses. */
const AR =
  'o as a amos ais an e aste asteis aron aba abas abamos abais aban are aras ara aremos areis aran aria arias ariamos ariais arian es emos eis en aramos arais ase ases asemos aseis asen ad ando ado ada ados adas';
const ER_IR =
  'o es e emos eis en imos is i iste io isteis ieron ia ias iamos iais ian a as amos ais an iera ieras ieramos ierais ieran iese ieses iesemos ieseis iesen ed id iendo ido ida idos idas yo yeron yendo yera yeras yeran yese';
const ER = 'ere eras era eremos ereis eran eria erias eriamos eriais erian';
const IR = 'ire iras ira iremos ireis iran iria irias iriamos iriais irian';

/** Endings, each with those of the infinitives. */
const endings: readonly (readonly [ending: string, infinitives: readonly string[]])[] = [
  ...AR.split(' ').map((ending) => [ending, ['ar']] as const),
  ...ER_IR.split(' ').map((ending) => [ending, ['er', 'ir']] as const),
  ...ER.split(' ').map((ending) => [ending, ['er']] as const),
  ...IR.split(' ').map((ending) => [ending, ['ir']] as const),
].toSorted(([one], [other]) => other.length - one.length);

/** `mirándola`, `decirle`, `siéntate`: pronouns behind a verb. */
const PRONOUNS = /^(.{2,}?(?:[aei]r|ndo|[aeids]))(?:me|te|se|nos|os)?(?:l[aeo]s?|me|te|se|nos|os)$/;

function verbal(key: string): string[] {
  const found: string[] = [];
  const [, bare] = PRONOUNS.exec(key) ?? [];
  for (const form of bare === undefined ? [key] : [bare, key]) {
    if (/[aei]r$/.test(form)) found.push(form);
    const infinitives = endings.flatMap(([ending, kinds]) => {
      const stem = cut(form, ending);
      return stem === null
        ? []
        : kinds.flatMap((kind) => [stem, ...changedStems(stem, kind)].map((each) => each + kind));
    });
    found.push(...infinitives);
  }
  // `se arrepintió`: dictionaries list some verbs with their pronoun only.
  return [...found, ...found.filter((word) => /[aei]r$/.test(word)).map((word) => `${word}se`)];
}

/** Last vowel of a stem that changes; the u of `gu` and `qu` is no vowel. */
const VOWELS: readonly (readonly [RegExp, string])[] = [
  [/ie(?=(?:[^aeiou]|[gq]u)*$)/, 'e'],
  [/ue(?=(?:[^aeiou]|[gq]u)*$)/, 'o'],
  [/i(?=(?:[gq]u|[^aeiou])+$)/, 'e'],
  [/u(?=[^aeiou]+$)/, 'o'],
  [/ue(?=[^aeiou]*$)/, 'u'],
];
/** Letters that change before the ending, by those of the infinitive. */
const LETTERS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  ar: [
    [/qu$/, 'c'],
    [/gu$/, 'g'],
    [/c$/, 'z'],
  ],
  er: [
    [/zc$/, 'c'],
    [/j$/, 'g'],
    [/z$/, 'c'],
  ],
  ir: [
    [/zc$/, 'c'],
    [/j$/, 'g'],
    [/y$/, ''],
    [/g$/, 'gu'],
  ],
};

/** Stems of which this one may be a changed form: `dorm` for `duerm`, `busc` for `busqu`, `comenz` for `comienc`. */
function changedStems(stem: string, kind: string): string[] {
  const change = (changes: readonly (readonly [RegExp, string])[], from: string) =>
    changes.flatMap(([pattern, to]) => (pattern.test(from) ? [from.replace(pattern, to)] : []));
  const spelled = change(LETTERS[kind] ?? [], stem);
  return [...spelled, ...[stem, ...spelled].flatMap((each) => change(VOWELS, each))];
}

/** Stems of irregular verbs, which any ending may follow, with their infinitives. */
const STEMS =
  'tuv:tener estuv:estar pud:poder pus:poner sup:saber quis:querer hic:hacer hiz:hacer vin:venir dij:decir traj:traer anduv:andar hub:haber cup:caber ' +
  'tendr:tener vendr:venir pondr:poner saldr:salir podr:poder querr:querer har:hacer dir:decir habr:haber sabr:saber valdr:valer cabr:caber ' +
  'teng:tener veng:venir pong:poner salg:salir hag:hacer dig:decir dic:decir traig:traer oig:oir oy:oir caig:caer valg:valer ' +
  'condu[jz]:conducir produ[jz]:producir tradu[jz]:traducir se:ser hay:haber sep:saber quep:caber huel:oler';
const stems = STEMS.split(' ').map((pair): [RegExp, string] => {
  const [stem = '', infinitive = ''] = pair.split(':');
  return [
    new RegExp(
      `^${stem}(o|e|as?|es?|i[ao]?|iste|imos|amos|emos|aron|eron|ieron|ia[sn]?|iamos|an|en|ie[rs][ae][sn]?|e[rs][ae][sn]?|is)$`,
    ),
    infinitive,
  ];
});

/** Forms that no ending explains. */
const FORMS =
  'fue:ser,ir fui:ser,ir fuiste:ser,ir fuimos:ser,ir fueron:ser,ir fuera:ser,ir fueras:ser,ir fueran:ser,ir fuese:ser,ir es:ser soy:ser eres:ser son:ser somos:ser era:ser eras:ser eramos:ser eran:ser sido:ser ' +
  'voy:ir vas:ir va:ir vamos:ir van:ir vaya:ir vayas:ir vayan:ir iba:ir ibas:ir ibamos:ir iban:ir ido:ir yendo:ir ire:ir iras:ir ira:ir iremos:ir iran:ir iria:ir ' +
  'hay:haber he:haber has:haber ha:haber hemos:haber han:haber estoy:estar esta:estar estan:estar doy:dar da:dar das:dar dan:dar dio:dar di:dar,decir dieron:dar de:dar ' +
  'vi:ver vio:ver ve:ver,ir ven:ver,venir veo:ver veia:ver veian:ver vieron:ver visto:ver dicho:decir hecho:hacer puesto:poner muerto:morir vuelto:volver escrito:escribir abierto:abrir cubierto:cubrir roto:romper ' +
  'se:saber,ser haz:hacer pon:poner ten:tener sal:salir rio:reir rie:reir oye:oir oigo:oir';
const forms = new Map(
  FORMS.split(' ').map((pair): [string, string[]] => {
    const [form = '', infinitives = ''] = pair.split(':');
    return [form, infinitives.split(',')];
  }),
);

function irregular(key: string): string[] {
  const byStem = stems.flatMap(([pattern, infinitive]) => (pattern.test(key) ? [infinitive] : []));
  return [...(forms.get(key) ?? []), ...byStem];
}
