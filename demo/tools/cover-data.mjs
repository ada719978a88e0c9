/** Inks, title lines and back-cover texts of each book, by slug. */

const ink = {
  faro: {
    a: '#24379b',
    b: '#f3b287',
    c: '#fbf4e6',
    d: '#1b2a7c',
    p: '#f3b287',
    p2: '#e79f70',
    st: '#24379b',
    text: '#fbf4e6',
  },
  micro: { a: '#e6ae35', b: '#cf4a2c', c: '#fbf4e6', d: '#26252d', p: '#26252d', st: '#e6ae35', text: '#1c1b21' },
  llaves: { a: '#bdd3c3', b: '#c96a2b', c: '#fbf4e6', d: '#1d4a3a', p: '#1d4a3a', st: '#bdd3c3', text: '#123528' },
  cartas: {
    e: '#521429',
    a: '#641c33',
    b: '#e7ada3',
    c: '#fbf0e6',
    d: '#641c33',
    p: '#e7ada3',
    st: '#641c33',
    seam: '#e7ada3',
    text: '#fbeee6',
  },
  almacen: { a: '#efe2c8', b: '#e0913f', c: '#fbf4e6', d: '#2a2730', p: '#bd3b27', st: '#efe2c8', text: '#2a2730' },
  temblor: { a: '#d9dde0', b: '#d8492b', c: '#2c3a47', d: '#f4f1ea', p: '#1f2830', st: '#d9dde0', text: '#1f2830' },
  paraguas: {
    a: '#1f6468',
    b: '#f0c24b',
    c: '#fbf4e6',
    d: '#12383b',
    p: '#f0c24b',
    st: '#12383b',
    text: '#fbf4e6',
    rain: '#8fc3bf',
  },
  cine: { a: '#eeb9a4', b: '#b5322a', c: '#fbf4e6', d: '#3a1f3d', p: '#3a1f3d', st: '#eeb9a4', text: '#3a1f3d' },
};

/** How each book is drawn. */
export const designs = {
  'el-faro-que-aprendio-a-silbar': {
    lines: ['El faro', 'que aprendió', 'a silbar'],
    size: 49,
    tag: '1',
    pocket: 'tapa',
    thing: 'faro',
    colors: ink.faro,
    blurb:
      'En Punta Corona el faro dejó de encender la noche en que Mateo cumplió nueve años. Desde entonces, cuando baja la niebla, silba. Nadie en la isla quiere decir quién le enseñó.',
  },
  'la-micro-de-las-seis': {
    lines: ['La micro', 'de las seis'],
    size: 54,
    tag: '2',
    pocket: 'camisa',
    thing: 'micro',
    colors: ink.micro,
    blurb:
      'La primera micro del día sale de Renca a oscuras y llega a Peñalolén con sol. En el camino suben una enfermera, un jubilado con un ramo, una niña que vende palabras. Baja, siempre, alguien distinto.',
  },
  'siete-llaves-para-una-casa': {
    lines: ['Siete llaves', 'para una casa'],
    size: 46,
    tag: '3',
    pocket: 'delantal',
    thing: 'llaves',
    colors: ink.llaves,
    blurb:
      'Tres hermanos heredan una casa en Ñuñoa y un manojo de siete llaves. Seis abren lo que dicen abrir. La séptima no entra en ninguna cerradura.',
  },
  'cartas-al-invierno': {
    lines: ['Cartas al', 'invierno'],
    size: 56,
    tag: '4',
    pocket: 'ojal',
    thing: 'cartas',
    colors: ink.cartas,
    fall: 'lluvia',
    blurb:
      'Lota, 1997. Han cerrado la mina y Amparo, la cartera, sigue repartiendo. Entre las cuentas y los avisos aparece un sobre dirigido al invierno. Lo raro es que alguien contesta.',
  },
  'el-almacen-de-dona-nieves': {
    lines: ['El almacén', 'de doña Nieves'],
    size: 45,
    tag: '5',
    pocket: 'parche',
    thing: 'almacen',
    colors: ink.almacen,
    blurb:
      'En el cerro Barón se fía hasta el viernes, se presta el teléfono y se guarda lo que nadie sabe dónde guardar. Doña Nieves lo anota todo en un cuaderno. Casi todo.',
  },
  'bitacora-de-un-temblor': {
    lines: ['Bitácora de', 'un temblor'],
    size: 52,
    tag: '6',
    pocket: 'vaquero',
    thing: 'temblor',
    colors: ink.temblor,
    blurb:
      'A las 19:54 el cerro se corrió medio metro. Una profesora de Illapel abrió un cuaderno y anotó la hora. No lo cerró hasta que la tierra dejó de dictarle.',
  },
  'manual-para-perder-paraguas': {
    lines: ['Manual', 'para perder', 'paraguas'],
    size: 50,
    tag: '7',
    pocket: 'camisa',
    thing: 'paraguas',
    colors: ink.paraguas,
    fall: 'llovizna',
    blurb:
      'Hay quien los olvida en la micro y quien los olvida a propósito. Instrucciones, casos y advertencias para vivir en Valdivia con las manos libres.',
  },
  'el-cine-que-ya-no-existe': {
    lines: ['El cine', 'que ya', 'no existe'],
    size: 54,
    tag: '8',
    pocket: 'parche',
    thing: 'cine',
    colors: ink.cine,
    blurb:
      'Durante once años, una boletera vio todas las películas por la mitad. El cine cerró un martes. Ella decidió terminarlas.',
  },
};
