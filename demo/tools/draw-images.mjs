/** Draws the pictures that the texts show into `images/`: plain inks on paper, lettering as outlines. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createScribe } from './outline-text.mjs';

const out = new URL('../images/', import.meta.url);
const paper = '#fbf4e6';
const blue = '#24379b';
const apricot = '#f3b287';

const svg = (width, height, scribe, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${scribe.defs()}</defs><rect width="${width}" height="${height}" fill="${paper}"/>${content}</svg>\n`;

const line = (d, width = 3, extra = '') =>
  `<path d="${d}" fill="none" stroke="${blue}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

const wave = (x, y) => line(`M${x} ${y}q9 -10 18 0t18 0t18 0`, 2.5, 'opacity=".55"');

const house = (x, y, w, h) =>
  `<path d="M${x} ${y}l${w / 2} ${-h * 0.6}l${w / 2} ${h * 0.6}v${h}h${-w}z" fill="${paper}" stroke="${blue}" stroke-width="3" stroke-linejoin="round"/>`;

const boat = (x, y, turn) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M-17 -5Q0 1 17 -5Q12 8 0 8T-17 -5Z" fill="${apricot}" stroke="${blue}" stroke-width="2.5" stroke-linejoin="round"/>`;

const lighthouse = `<path d="M204 196L226 92H258L280 196Z" fill="${paper}" stroke="${blue}" stroke-width="3" stroke-linejoin="round"/>
<path d="M218 130H266L271 152H213Z" fill="${apricot}"/><path d="M218 92H266V84H218Z M226 84V62H258V84Z M222 62Q242 40 262 62Z" fill="${paper}" stroke="${blue}" stroke-width="3" stroke-linejoin="round"/>
<circle cx="242" cy="73" r="7" fill="${apricot}" stroke="${blue}" stroke-width="2"/>`;

function drawMap() {
  const s = createScribe();
  const name = (text, x, y, size = 23) => s.text(text, x, y, size, blue, { font: 'italic', anchor: 'middle' });
  const coast =
    'M-10 470Q90 452 120 380T118 232Q128 150 196 112Q260 74 330 120Q372 150 366 214Q362 262 424 282Q500 304 520 360Q530 400 600 408Q690 416 720 470T810 540V620H-10Z';
  const content = [
    `<path d="${coast}" fill="#f8e3cd"/>${line(coast, 4)}`,
    wave(520, 120),
    wave(640, 190),
    wave(450, 200),
    wave(600, 300),
    wave(690, 40),
    wave(36, 120),
    wave(30, 250),
    wave(390, 66),
    lighthouse,
    house(196, 328, 74, 50),
    house(308, 372, 60, 42),
    `<path d="M438 452l22 -34l22 34v44h-44z" fill="${paper}" stroke="${blue}" stroke-width="3" stroke-linejoin="round"/>${line('M460 418V394M451 403H469', 3)}`,
    boat(560, 368, -8),
    boat(606, 382, 6),
    boat(652, 374, -4),
    boat(700, 400, 10),
    boat(580, 334, 4),
    boat(634, 338, -10),
    boat(690, 352, 3),
    line('M233 312C216 280 262 262 244 232C240 222 240 212 242 204', 4, 'stroke-dasharray="1 11"'),
    line('M148 470l18 18m0 -18l-18 18', 4),
    name('El faro', 320, 176),
    name('La casa', 233, 408),
    name('La otra', 340, 444),
    name('La capilla', 462, 524),
    name('La caleta', 640, 452),
    name('El perro', 158, 522),
    name('Canal de Chacao', 590, 252, 30),
    name('Mar abierto', 92, 66, 26),
    s.text('61 pasos', 286, 268, 19, blue, { font: 'text' }),
    s.text('40 pasos', 28, 190, 19, blue, { font: 'text' }),
    line('M722 150V88M722 88l-9 16M722 88l9 16', 3),
    s.text('N', 722, 178, 24, blue, { font: 'title', anchor: 'middle' }),
    s.text('Punta Corona', 400, 578, 36, blue, { font: 'title', anchor: 'middle' }),
  ].join('');
  return svg(800, 610, s, content);
}

const door = (x, y, label, s) =>
  `<path d="M${x} ${y + 40}V${y + 14}Q${x} ${y} ${x + 13} ${y}T${x + 26} ${y + 14}V${y + 40}Z" fill="${apricot}" stroke="${blue}" stroke-width="2.5"/>${s.text(label, x + 13, y + 29, 17, blue, { font: 'text', anchor: 'middle' })}`;

function drawHouse() {
  const s = createScribe();
  const name = (text, x, y) => s.text(text, x, y, 22, blue, { font: 'italic', anchor: 'middle' });
  const rooms =
    'M60 60H740V500H60Z M60 250H330 M330 60V330 M330 330H740 M330 410V500 M540 60V330 M60 380H240 M240 380V500';
  const content = [
    `<path d="M60 60H740V500H60Z" fill="#f8e3cd"/>${line(rooms, 5)}`,
    name('El comedor', 195, 160),
    name('El escritorio', 435, 160),
    name('El costurero', 640, 160),
    name('El zaguán', 195, 322),
    name('La despensa', 150, 450),
    name('El patio', 560, 430),
    door(272, 478, '1', s),
    door(182, 230, '2', s),
    door(420, 310, '3', s),
    door(630, 310, '4', s),
    door(136, 360, '5', s),
    door(727, 396, '6', s),
    s.text('¿7?', 690, 110, 30, blue, { font: 'title', anchor: 'middle' }),
    s.text('Calle Brown Norte', 400, 556, 28, blue, { font: 'italic', anchor: 'middle' }),
  ].join('');
  return svg(800, 590, s, content);
}

mkdirSync(out, { recursive: true });
writeFileSync(new URL('mapa-punta-corona.svg', out), drawMap());
writeFileSync(new URL('plano-de-la-casa.svg', out), drawHouse());
