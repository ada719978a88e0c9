import { makeBook } from './make-book.ts';

/** Has a free part, a presale with end, an unreleased part and one at the lowest price. */
export const faro = makeBook({
  slug: 'el-faro-que-aprendio-a-silbar',
  name: 'El faro que aprendió a silbar',
  description:
    'Mateo cumple nueve años la noche en que el faro de Punta Corona se apaga. El padre rema, la abuela calla y en el muelle aparece una valija que nadie reclama. Una novela por entregas sobre lo que una isla decide no contar.',
  location: 'Punta Corona, Chiloé',
  genre: 'Novela por entregas',
  pages: 36,
  fragment:
    'La lancha de las once llegó a las once y veinte, que en la isla es llegar temprano. Traía harina, dos garrafas de parafina, un gallo amarrado por las patas y una valija de cuero que nadie había pedido.',
  quotes: [
    'La niebla no borra las cosas, decía mi abuela: las guarda para después',
    'Una isla es un lugar donde todos saben lo mismo y nadie lo dice primero',
    'Contó ciento doce hasta la casa. Cuando volvió a contarlos, muchos años más tarde, eran noventa',
  ],
  completionDiscount: 20,
  parts: [
    { slug: 'la-niebla', name: 'Primera parte: La niebla', value: 0, releaseOffsetDays: -173 },
    {
      slug: 'el-muelle',
      name: 'Segunda parte: El muelle',
      value: 1490,
      releaseOffsetDays: -68,
      presale: { discountPercentage: 30, endOffsetDays: 20 },
    },
    { slug: 'la-valija', name: 'Tercera parte: La valija', value: 1490, releaseOffsetDays: 21 },
    { slug: 'cuaderno-del-farero', name: 'Cuaderno del farero', value: 490, releaseOffsetDays: -30 },
  ],
});
