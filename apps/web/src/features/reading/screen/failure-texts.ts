import type { FailureReason } from '../opening/fetch-opening.ts';

/** Words for each reason why a part cannot be read. */
export const failureTexts = {
  'not-here': {
    title: 'Esta parte no está en este dispositivo',
    text: 'Conéctate a internet y ábrela una vez; después podrás leerla sin conexión.',
  },
  unreachable: {
    title: 'No pudimos comunicarnos con la tienda',
    text: 'Revisa tu conexión e intenta de nuevo.',
  },
  'no-access': {
    title: 'Esta parte no está en tu biblioteca',
    text: 'Si la tenías, guardamos tu página y tus notas. Si crees que es un error, escríbenos.',
  },
  part_recalled: {
    title: 'La tienda tuvo que retirar esta parte',
    text: 'Nadie puede leerla por ahora. Guardamos tu página y tus notas. Si la pagaste, pide tu dinero en «Mis compras».',
  },
  'no-preview': {
    title: 'No puedes ver esta vista previa',
    text: 'Solo la ven quienes editan este libro. Si te falta, pídele a la administración que te lo asigne.',
  },
  'no-sample': {
    title: 'Este comienzo ya no está aquí',
    text: 'Puede que la autora lo haya cambiado o que la dirección esté mal escrita. En la página del libro está lo que se puede leer hoy.',
  },
  'not-found': {
    title: 'No encontramos esta parte del libro',
    text: 'Puede que la dirección esté mal escrita, que la parte ya no exista o que no esté en tu biblioteca.',
  },
  'not-released': {
    title: 'Esta parte todavía no está disponible',
    text: 'Podrás leerla desde el día de su publicación.',
  },
  'without-ebook': {
    title: 'Esta parte todavía no tiene su libro electrónico',
    text: 'Lo estamos preparando. Aparecerá en tu biblioteca cuando esté listo.',
  },
  damaged: {
    title: 'No pudimos leer el archivo de este libro',
    text: 'Ábrelo de nuevo con conexión para descargarlo otra vez. Si sigue igual, escríbenos.',
  },
  account_leaving: {
    title: 'Tu cuenta está por borrarse',
    text: 'Hasta entonces abre solo lo que ya está en este dispositivo. Si quieres quedarte con ella, dilo en «Mis datos».',
  },
  server: {
    title: 'No pudimos abrir el libro',
    text: 'La falla es nuestra. Intenta de nuevo en unos minutos.',
  },
} satisfies Record<FailureReason, { title: string; text: string }>;

export const writeTo = 'Escríbenos';

export const toData = 'Ir a «Mis datos»';

/** Labels of the links from there. */
export const failureLinks = { toLibrary: 'Volver a mi biblioteca', toBook: 'Ver el libro' } as const;
