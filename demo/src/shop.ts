/** Identity of the demonstration shop, with an invented author. */
export const demoIdentity = {
  author_name: 'Ofelia Tralma',
  author_noun: 'autora',
  quote:
    'Escribo en la micro, de pie, en libretas que me caben en el abrigo. Por eso mis capítulos duran lo que dura un viaje.',
  biography: [
    'Nació en Ancud y vive en Valparaíso. Fue profesora rural, encuadernadora y, durante once años, boletera de un cine que ya no existe.',
    'Publica por su cuenta desde 2019. Cada libro de esta casa lo escribe, lo corrige y lo despacha ella.',
  ].join('\n\n'),
} as const;
