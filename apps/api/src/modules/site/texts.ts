/** Every sentence of the pages that the shop makes outside the web app. */
export const siteTexts = {
  shareLead: 'Te llevamos a la página del libro.',
  shareLink: (name: string) => `Ver «${name}»`,
  coverOf: (name: string) => `Portada de «${name}»`,
  missingTitle: 'Este libro no está',
  missingText: 'Quizás cambió de lugar o todavía no se publica.',
  toStart: 'Ver los libros',
} as const;
