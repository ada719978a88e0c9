// Sentences of checks that the schemas here and the forms of the screens share; apart from the schemas, so that a browser
// loads none with them.

export const discountCodeChecks = {
  percentage: 'Escribe un porcentaje entero de 1 a 100.',
  pesos: 'Escribe los pesos que descuenta, sin decimales.',
  uses: 'Escribe un número entero desde 1, o deja el campo vacío.',
  untilBeforeFrom: 'El último día no puede ser anterior al primero.',
} as const;

export const announcementChecks = {
  subjectLong: 'El asunto puede tener hasta 90 letras.',
  bodyLong: 'El texto puede tener hasta 10.000 letras.',
  chooseAudience: 'Elige para quién es.',
} as const;

export const giftChecks = {
  noLinks: 'No puede llevar direcciones de páginas. Si no es una, deja un espacio después del punto.',
} as const;

export const messageChecks = { textRequired: 'Escribe tu mensaje.' } as const;
