import { purchaseMailTexts } from './texts.ts';

/** Words of the mails about recalls. */
export const recallMailTexts = {
  greeting: purchaseMailTexts.greeting,
  subject: (part: string) => `Tuvimos que retirar «${part}»`,
  title: 'Una parte de tu biblioteca fue retirada',
  intro: (part: string, book: string) =>
    `Tuvimos que retirar «${part}», de «${book}»: desde ahora nadie puede leerla aquí, tampoco quienes la tenían.`,
  kinds: {
    rights_claim: 'Alguien reclamó derechos sobre este texto y tenemos que respetarlo mientras se aclara.',
    court_order: 'Lo ordenó un tribunal.',
    other: 'Sentimos la molestia.',
  },
  money: 'Puedes pedir de vuelta lo que pagaste, aunque ya la hayas abierto y sin decir por qué.',
  giftTitle: 'Una parte que regalaste fue retirada',
  giftIntro: (part: string, book: string) =>
    `Tuvimos que retirar «${part}», de «${book}», que regalaste: desde ahora nadie puede leerla aquí.`,
  giftMoney: 'Puedes pedir de vuelta lo que pagaste, aunque alguien haya recibido el regalo y sin decir por qué.',
  giftAfter: ['Si la parte vuelve, quien recibió tu regalo podrá leerla otra vez.'],
  button: 'Pedir mi dinero',
  after: ['Guardamos tu página y tus notas. Si la parte vuelve, la encontrarás como la dejaste.'],
} as const;
