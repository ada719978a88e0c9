/** Words of 'Tu bolsillo'. */
export const pocketTexts = {
  title: 'Tu bolsillo',
  add: 'Agregar a Tu bolsillo',
  inside: 'En tu bolsillo',
  seeAndPay: 'Ver y pagar',
  of: (action: string, part: string) => `${action}: ${part}`,
  addFailed: 'No pudimos guardarla en tu bolsillo. Intenta de nuevo.',
  full: 'En tu bolsillo caben 20 partes. Compra o quita alguna para agregar otra.',
} as const;
