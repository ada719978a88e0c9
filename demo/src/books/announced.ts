import { makeBook } from './make-book.ts';

/** The draft book: only its author and the administration see it. */
export const paraguas = makeBook({
  slug: 'manual-para-perder-paraguas',
  name: 'Manual para perder paraguas',
  description:
    'Hay quien los olvida en la micro y quien los olvida a propósito. Instrucciones, casos y advertencias para vivir en Valdivia con las manos libres.',
  location: 'Valdivia',
  genre: 'Miscelánea',
  pages: 18,
  fragment:
    'Para perder bien un paraguas hay que haberlo querido. El paraguas ajeno no se pierde, se devuelve tarde; el paraguas feo vuelve solo, como los gatos. Conviene empezar por uno bueno, de mango curvo, y llevarlo todos los días hasta que el brazo crea que es parte suya. Solo entonces se lo deja en el respaldo de una silla, y se sale, y llueve.',
  quotes: [
    'Para perder bien un paraguas hay que haberlo querido',
    'El paraguas ajeno no se pierde, se devuelve tarde; el paraguas feo vuelve solo, como los gatos',
  ],
  isDraft: true,
  parts: [
    {
      slug: 'instrucciones',
      name: 'Instrucciones',
      value: 1190,
      releaseOffsetDays: 90,
      isDraft: true,
      hasEbook: false,
    },
  ],
});

/** The announced book, which has no parts yet. */
export const cine = makeBook({
  slug: 'el-cine-que-ya-no-existe',
  name: 'El cine que ya no existe',
  description:
    'Durante once años, una boletera de Valparaíso vio todas las películas por la mitad. El cine cerró un martes, sin aviso y con la función vendida. Ella decidió terminarlas.',
  location: 'Calle Condell, Valparaíso',
  genre: 'Memorias',
  pages: 32,
  fragment:
    'Yo cortaba el boleto y la gente entraba a oscuras, como quien entra al agua. Después cerraba la caja, corría la cortina y alcanzaba a ver la mitad de atrás de la película, nunca la de adelante. Once años vi finales sin saber a quién le pasaban. Aprendí que todos los finales se parecen y que nadie llora por el final: lloran por el principio, que yo no vi.',
  quotes: [
    'Once años vi finales sin saber a quién le pasaban',
    'Aprendí que todos los finales se parecen y que nadie llora por el final: lloran por el principio, que yo no vi',
  ],
  parts: [],
});
