import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { demoGrants } from './catalogue.ts';

/** A person who bought in the demonstration shop before today; it has no password. */
export interface DemoReader {
  readonly name: string;
  /** Domain of the demonstration readers, which does not exist. */
  readonly email: string;
}

/** A part that was bought, or acquired for free, before today. */
export interface DemoPurchase {
  readonly email: string;
  readonly bookSlug: string;
  readonly partSlug: string;
  /** Milliseconds before the seeding. */
  readonly agoMs: number;
  /** The buyer opened it right away. */
  readonly opened: boolean;
  /** The money went back this long before the seeding, for this reason. */
  readonly refund: { readonly agoMs: number; readonly reason: string } | null;
}

const faro = 'el-faro-que-aprendio-a-silbar';
const micro = 'la-micro-de-las-seis';
const llaves = 'siete-llaves-para-una-casa';
const cartas = 'cartas-al-invierno';
const almacen = 'el-almacen-de-dona-nieves';
const temblor = 'bitacora-de-un-temblor';

/** Parts that each of them got, and how many days ago. */
const shelves: Readonly<Record<string, readonly (readonly [book: string, part: string, daysAgo: number])[]>> = {
  'Amanda Rivas': [
    [faro, 'la-niebla', 58],
    [faro, 'el-muelle', 56],
    [faro, 'cuaderno-del-farero', 25],
    [almacen, 'cuentos-del-meson', 11],
  ],
  'Benjamín Soto': [
    [faro, 'la-niebla', 51],
    [faro, 'el-muelle', 29],
    [micro, 'recorrido-de-ida', 9],
  ],
  'Carolina Muñoz': [
    [almacen, 'cuentos-del-meson', 47],
    [almacen, 'cuentos-de-la-trastienda', 28],
    [faro, 'la-niebla', 27],
    [faro, 'el-muelle', 12],
  ],
  'Diego Carrasco': [
    [llaves, 'las-tres-primeras', 44],
    [llaves, 'las-tres-siguientes', 22],
    [faro, 'la-niebla', 21],
  ],
  'Elena Ñancupil': [
    [cartas, 'cartas-de-ida', 40],
    [cartas, 'cartas-de-vuelta', 19],
    [faro, 'el-muelle', 12],
    [faro, 'la-niebla', 12],
  ],
  'Felipe Aravena': [
    [micro, 'recorrido-de-ida', 36],
    [micro, 'recorrido-de-vuelta', 13],
    [faro, 'el-muelle', 11],
  ],
  'Gabriela Toledo': [
    [faro, 'la-niebla', 24],
    [faro, 'el-muelle', 23],
    [faro, 'cuaderno-del-farero', 8],
  ],
  'Hernán Vidal': [
    [temblor, 'primer-cuaderno', 33],
    [faro, 'la-niebla', 16],
    [faro, 'el-muelle', 10],
  ],
  'Isidora Peña': [
    [faro, 'la-niebla', 18],
    [faro, 'el-muelle', 17],
    [micro, 'recorrido-de-ida', 15],
    [micro, 'recorrido-de-vuelta', 7],
  ],
  'Joaquín Leiva': [
    [llaves, 'las-tres-primeras', 26],
    [faro, 'la-niebla', 14],
    [faro, 'el-muelle', 5],
  ],
  'Karina Oyarzún': [
    [almacen, 'cuentos-del-meson', 20],
    [almacen, 'cuentos-de-la-trastienda', 14],
    [cartas, 'cartas-de-ida', 4],
  ],
  'Lautaro Quispe': [
    [faro, 'la-niebla', 6],
    [faro, 'el-muelle', 3],
    [faro, 'cuaderno-del-farero', 2],
  ],
  'Martina Bravo': [
    [temblor, 'primer-cuaderno', 10],
    [llaves, 'las-tres-primeras', 2],
  ],
  'Nicolás Fuentes': [
    [faro, 'la-niebla', 2],
    [micro, 'recorrido-de-ida', 1],
  ],
};

const emailOf = (name: string): string =>
  `${name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(' ', '.')}@correo.example`;

/** Readers who bought before today. */
export const demoReaders: readonly DemoReader[] = Object.keys(shelves).map((name) => ({ name, email: emailOf(name) }));

/** Bought by mistake, and paid back the day after. */
const returned = { name: 'Martina Bravo', part: 'primer-cuaderno', daysAgo: 9, reason: 'Se equivocó de libro.' };

/** Hours of the day that people buy at, so that no two days look alike. */
function timeOfDay(index: number): number {
  return ((index * 97) % 600) * MINUTE_MS;
}

function earlierPurchases(): DemoPurchase[] {
  return Object.entries(shelves).flatMap(([name, parts], reader) =>
    parts.map(([bookSlug, partSlug, daysAgo], index) => ({
      email: emailOf(name),
      bookSlug,
      partSlug,
      agoMs: daysAgo * DAY_MS + timeOfDay(reader * 5 + index),
      opened: true,
      refund:
        name === returned.name && partSlug === returned.part
          ? { agoMs: returned.daysAgo * DAY_MS, reason: returned.reason }
          : null,
    })),
  );
}

/** Lists the parts that the demonstration reader paid for or took for free; nothing of them was opened yet. */
function ownPurchases(): DemoPurchase[] {
  return demoGrants
    .filter(({ kind }) => kind === 'purchase' || kind === 'free')
    .map(({ email, bookSlug, partSlug, grantedOffsetDays }) => ({
      email,
      bookSlug,
      partSlug,
      agoMs: -grantedOffsetDays * DAY_MS,
      opened: false,
      refund: null,
    }));
}

/** All purchases of the weeks before the seeding, the earliest first. */
export const demoPurchases: readonly DemoPurchase[] = [...earlierPurchases(), ...ownPurchases()].toSorted(
  (a, b) => b.agoMs - a.agoMs,
);
