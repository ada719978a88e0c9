// Sentences of checks that the schemas here and the forms of the screens share; apart from the schemas, so that a browser
// loads none with them.

const nameRequired = 'El nombre es obligatorio.';
const imageRequired = 'La imagen es obligatoria.';
const dateInvalid = 'La fecha no es válida.';

export const accountChecks = {
  nameRequired,
  nameShort: 'El nombre debe tener al menos 3 caracteres.',
  emailRequired: 'El correo es obligatorio.',
  emailInvalid: 'El correo no es válido.',
  passwordRequired: 'La contraseña es obligatoria.',
  passwordShort: 'La contraseña debe tener al menos 8 caracteres.',
  passwordLong: 'La contraseña puede tener hasta 128 caracteres.',
  confirmRequired: 'La confirmación de la contraseña es obligatoria.',
  confirmDiffers: 'Las contraseñas no coinciden.',
} as const;

export const bookChecks = {
  nameRequired,
  descriptionRequired: 'La descripción es obligatoria.',
  fragmentRequired: 'El fragmento es obligatorio.',
  locationRequired: 'La ubicación es obligatoria.',
  pagesRequired: 'El número de páginas es obligatorio.',
  genreRequired: 'El género es obligatorio.',
  isbnInvalid: 'El ISBN debe tener 10 o 13 dígitos.',
  seriesNumberInvalid: 'El número en la serie debe ser entero, desde 1.',
  completionInvalid: 'El descuento por completar el libro debe ser entero, de 0 a 90.',
  highlightsRequired: 'Debe haber al menos un highlight.',
  imageRequired,
  backImageRequired: 'La contraportada es obligatoria.',
} as const;

export const recallChecks = {
  part: 'Elige qué se retira.',
  reasonShort: 'Escribe el motivo, de al menos 3 letras.',
  reasonLong: 'El motivo puede tener hasta 500 caracteres.',
} as const;

export const partChecks = {
  nameRequired,
  valueInvalid: 'El valor debe ser un número entero de pesos, desde 0: por ejemplo, 1490 o 1.490.',
  releaseRequired: 'La fecha de publicación es obligatoria.',
  dateInvalid,
  discountInvalid: 'El descuento debe estar entre 0 y 100.',
  imageRequired,
  notEpub: 'El archivo debe ser un formato EPUB válido.',
} as const;

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
  dateInvalid,
} as const;

export const giftChecks = {
  noLinks: 'No puede llevar direcciones de páginas. Si no es una, deja un espacio después del punto.',
} as const;

export const messageChecks = { textRequired: 'Escribe tu mensaje.' } as const;

export const accountingChecks = {
  folio: 'El folio es un número de hasta 10 cifras, sin puntos.',
  linkName: 'Escribe para quién es.',
} as const;
