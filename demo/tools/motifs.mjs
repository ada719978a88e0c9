/** The pockets and the things that look out of them. Each thing takes its inks `c` and the scribe `s`. */

/** `mouth` is where the thing goes in, `shape` the pocket, `stitch` runs 11 units inside it. */
export const pockets = {
  parche: {
    mouth: 392,
    shape: 'M52 392H348V520L200 572L52 520Z',
    stitch: 'M63 420V512L200 560L337 512V420',
    hem: 'M52 412H348',
  },
  camisa: {
    mouth: 400,
    shape: 'M40 400H360V540Q360 568 332 568H68Q40 568 40 540Z',
    stitch: 'M51 430V538Q51 557 70 557H330Q349 557 349 538V430',
    hem: 'M40 422H360',
  },
  delantal: { mouth: 398, shape: 'M0 398H400V600H0Z', stitch: 'M200 424V600M0 424H400', hem: 'M0 412H400' },
  ojal: { mouth: 424, shape: 'M52 424H348V466H52Z', stitch: 'M40 480H360', hem: 'M62 445H338' },
  vaquero: {
    mouth: 404,
    deep: 196,
    shape: 'M0 372Q130 384 200 440T400 476V600H0Z',
    stitch: 'M0 386Q124 398 194 453T400 490',
    hem: 'M0 397Q118 409 188 464T400 501',
  },
  tapa: { mouth: 404, shape: 'M48 404H352V566H48Z', stitch: 'M60 470V554H340V470', hem: 'M60 416H340' },
};

const faro = (c) => `
  <path fill="${c.b}" d="M200 322L-60 276V352Z M200 322L460 276V352Z"/>
  <path fill="${c.c}" d="M170 352H230L246 640H154Z"/>
  <path fill="${c.b}" d="M168 376H232L233.500 398H166.500Z"/>
  <path fill="${c.c}" d="M158 342H242V355H158Z M174 302H226V342H174Z"/>
  <path fill="${c.a}" d="M184 307H216V338H184Z"/><circle cx="200" cy="322" r="10.500" fill="${c.b}"/>
  <path fill="${c.c}" d="M167 303Q200 264 233 303Z M197.500 258H202.500V282H197.500Z"/>`;

const micro = (c, s) => `
  <rect x="92" y="262" width="216" height="300" rx="26" fill="${c.c}"/>
  <rect x="112" y="316" width="176" height="92" rx="10" fill="${c.d}"/>
  <path fill="${c.c}" opacity=".9" d="M136 408L172 316H188L152 408Z M236 408L272 316H278L242 408Z"/>
  <path fill="${c.c}" d="M198 316H202V408H198Z"/>
  <rect x="138" y="276" width="124" height="28" rx="4" fill="${c.d}"/>
  ${s.text('6:00', 200, 297.5, 21, c.a, { font: 'text', anchor: 'middle', track: 60 })}
  <path fill="${c.d}" d="M66 330H84V378H66Z M316 330H334V378H316Z M84 344H92V352H84Z M308 344H316V352H308Z"/>
  <circle cx="126" cy="446" r="15" fill="${c.b}"/><circle cx="274" cy="446" r="15" fill="${c.b}"/>
  <path fill="${c.d}" d="M156 438H244V444H156Z M156 452H244V458H156Z"/>`;

const bows = [
  '<circle cx="200" cy="262" r="25"/>',
  '<path d="M200 236L226 262L200 288L174 262Z"/>',
  '<rect x="178" y="240" width="44" height="44" rx="4"/>',
];
const llaves = (c) =>
  [-66, -44, -22, 0, 22, 44, 66]
    .map((angle, i) => {
      const fill = [c.b, c.d, c.c][i % 3];
      return `<g transform="rotate(${angle} 200 470)" fill="${fill}"><g>${bows[i % 3]}</g><path d="M195 280H205V470H195Z M205 318H220V330H205Z M205 340H214V350H205Z"/><circle cx="200" cy="262" r="9" fill="${c.a}"/></g>`;
    })
    .join('');

const cartas = (c) =>
  [
    [-15, c.b],
    [9, c.c],
    [-3, c.c],
  ]
    .map(
      ([angle, fill], i) => `
  <g transform="rotate(${angle} 200 420) translate(0 ${i * 16 - 14})"><rect x="86" y="286" width="228" height="160" rx="3" fill="${fill}"/>
  <path d="M86 289L200 372L314 289" fill="none" stroke="${c.a}" stroke-width="4" stroke-linejoin="round"/></g>`,
    )
    .join('') + `<rect x="268" y="330" width="30" height="36" fill="${c.b}" transform="rotate(-3 200 420)"/>`;

const almacen = (c) => `
  <path fill="${c.d}" d="M92 270H118V300Q140 314 140 344V600H70V344Q70 314 92 300Z"/><path fill="${c.c}" d="M70 372H140V420H70Z"/><path fill="${c.b}" d="M90 254H120V272H90Z"/>
  <path fill="${c.c}" stroke="${c.d}" stroke-width="4" d="M160 318L250 318L212 600H198Z"/>
  <circle cx="182" cy="306" r="20" fill="${c.b}"/><circle cx="212" cy="300" r="24" fill="${c.b}"/><circle cx="236" cy="310" r="17" fill="${c.b}"/>
  <path fill="${c.d}" d="M300 292H309V600H300Z"/><ellipse cx="304.500" cy="270" rx="27" ry="36" fill="${c.d}"/><ellipse cx="304.500" cy="270" rx="15" ry="23" fill="${c.a}"/>`;

const temblor = (c) => `
  <circle cx="282" cy="286" r="44" fill="${c.b}"/>
  <path fill="${c.c}" d="M-20 470L70 320L112 378L178 262L262 410L312 346L420 500V620H-20Z"/>
  <path fill="${c.d}" d="M178 262L262 410L232 392L206 420L178 368L150 398L140 330Z M70 320L112 378L96 392L76 366L52 384L44 364Z M312 346L352 398L326 388L300 406L288 378Z"/>
  <path fill="none" stroke="${c.b}" stroke-width="5" stroke-linejoin="round" d="M-10 352H58L72 330L88 376L106 296L126 396L146 316L160 362L170 346H232L242 332L254 366L264 346H410"/>`;

const paraguas = (c) => `
  <g transform="translate(0 20)"><path fill="${c.d}" d="M196 244H204V600H196Z"/>
  <path fill="${c.b}" d="M72 366Q76 262 200 256Q324 262 328 366Q310 346 286 366Q264 344 243 366Q222 344 200 366Q178 344 157 366Q136 344 114 366Q90 346 72 366Z"/>
  <path fill="${c.c}" d="M200 256Q150 290 157 366Q136 344 114 366Q112 288 200 256Z M200 256Q250 290 243 366Q264 344 286 366Q288 288 200 256Z"/></g>`;

const cine = (c, s) => {
  const teeth = Array.from(
    { length: 7 },
    (_, i) => `<circle cx="${130 + (i * 140) / 6}" cy="258" r="7" fill="${c.a}"/>`,
  );
  return `
  <g transform="rotate(14 200 420)"><rect x="126" y="272" width="140" height="330" fill="${c.b}"/></g>
  <g transform="rotate(-7 200 420)"><rect x="126" y="258" width="148" height="350" fill="${c.c}"/>${teeth.join('')}
  <path d="M142 288H258V366H142Z" fill="none" stroke="${c.b}" stroke-width="3"/>
  ${s.text('Platea', 200, 321, 27, c.d, { font: 'italic', anchor: 'middle' })}
  ${s.text('0047', 200, 350, 21, c.b, { font: 'text', anchor: 'middle', track: 80 })}</g>`;
};

/** One thing per book. */
export const things = { faro, micro, llaves, cartas, almacen, temblor, paraguas, cine };

const rain = (c, top) =>
  Array.from({ length: 26 }, (_, i) => {
    const x = (i * 61) % 400;
    const y = top + ((i * 97) % 190);
    return `<path d="M${x} ${y}l-7 18" stroke="${c.rain ?? c.b}" stroke-width="2.400" stroke-linecap="round" opacity=".75"/>`;
  }).join('');

/** Drawings of the weather behind the thing. */
export const falls = { none: () => '', lluvia: (c) => rain(c, 226), llovizna: (c) => rain(c, 272) };
