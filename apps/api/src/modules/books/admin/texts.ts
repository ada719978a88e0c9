import { bookChecks, partChecks } from '@cuentos/contract/check-words';
import type { WarningKind } from '@cuentos/epub/gate/gate-warning';

/** A sentence for each kind of finding of the gate. */
export const findingTexts: Readonly<Record<WarningKind, string>> = {
  script: 'Quitamos programas (scripts) que venían en el libro.',
  'event-handler': 'Quitamos instrucciones que se activaban al tocar o al mover el puntero.',
  'unsafe-link': 'Quitamos enlaces que no llevan a una página web, a un correo ni a otra parte del libro.',
  'remote-load': 'Quitamos imágenes, fuentes u otros archivos que el libro pedía a internet.',
  'form-control': 'Quitamos formularios y botones.',
  frame: 'Quitamos páginas incrustadas dentro de otras.',
  redirect: 'Quitamos saltos automáticos a otra página.',
  'unsafe-css': 'Quitamos estilos que cargan algo de fuera o que se ejecutan.',
  'fixed-position': 'Quitamos estilos que fijaban elementos sobre la pantalla.',
  'unsafe-markup': 'Quitamos elementos que el lector no permite por seguridad.',
  entity: 'Quitamos definiciones propias de símbolos (entidades).',
  'file-dropped': 'Quitamos archivos que el libro no usa o que el lector no puede mostrar.',
  'malformed-markup': 'Hay errores de escritura en el código de una página; la reparamos lo mejor posible. Revísala.',
  'deep-nesting': 'Una página tiene demasiados elementos unos dentro de otros; la simplificamos. Revísala.',
  'encoding-guessed': 'Una página no dice bien en qué codificación está escrita. Revisa tildes y eñes.',
  'missing-language':
    'El libro no dice en qué idioma está. Agrégalo (por ejemplo, «es») para que se lea bien en voz alta.',
  'missing-alt': 'Hay imágenes sin descripción. Agrégala para quienes no pueden verlas.',
  'no-contents': 'El libro no trae índice. Armamos uno con sus páginas.',
  'contents-cut': 'El índice es muy largo; mostramos solo su comienzo.',
  'narration-missing': 'Falta la narración que el libro anuncia para un capítulo.',
  'narration-clip':
    'Hay trozos de la narración que no se pueden oír: les falta el audio o el texto, o sus tiempos no sirven. El resto se oye.',
  'contents-dead-link': 'El índice tiene entradas que no llevan a ninguna parte.',
  'large-image': 'Hay imágenes muy pesadas, que tardarán en aparecer en un teléfono.',
  'long-chapter': 'Hay un capítulo de más de 500 kB. Divídelo para que abra más rápido.',
  'empty-chapter': 'Hay un capítulo sin texto ni imágenes.',
  'text-lost':
    'Al limpiar un capítulo se perdió una décima parte de su texto o más. Revisa desde las palabras que citamos: suele faltar un cierre antes de ellas.',
  'leading-bytes': 'El archivo tenía datos de más al comienzo; los ignoramos.',
  'mimetype-missing': 'Al archivo le falta la marca «mimetype»; la agregamos.',
  'mimetype-not-first': 'La marca «mimetype» no estaba al comienzo del archivo; la movimos.',
  'missing-file': 'El libro nombra archivos que no trae.',
  'name-repaired': 'Un archivo del libro tenía un nombre que no se permite; lo cambiamos.',
  'font-damaged': 'Una fuente del libro está dañada o protegida; el lector usará otra.',
  'cover-missing': 'El libro no trae portada.',
  'cover-unusable': 'La portada que trae el libro no se puede usar.',
  'advice-markup':
    'Algunas páginas no siguen del todo las reglas del formato EPUB. Aquí se leen bien; otros lectores podrían mostrarlas distinto.',
  'advice-links': 'Hay enlaces o archivos nombrados que no existen dentro del libro.',
  'advice-contents': 'El índice no sigue del todo las reglas del formato EPUB.',
  'advice-package': 'La ficha del libro (título, autora, lista de archivos) tiene datos que faltan o que no calzan.',
  'advice-style': 'Hay estilos que otros lectores podrían no entender.',
  'advice-media': 'Hay imágenes, sonidos o videos en un formato que no todos los lectores conocen.',
  'advice-accessibility': 'Hay partes difíciles de usar para quienes leen con ayuda (por ejemplo, en voz alta).',
  'advice-other': 'Hay otros detalles que conviene revisar con quien preparó el archivo.',
  'advice-unfinished': 'La revisión adicional no alcanzó a terminar. El libro se puede usar igual.',
};

/** Sentences about a presale that would sell nothing. */
export const presaleTexts = {
  over: 'Ese día ya pasó: la preventa no alcanzaría a empezar.',
  before_release:
    'La preventa terminaría antes de que se pueda comprar la parte. Elige un día posterior a su publicación.',
} as const;

const wordsUnseen = (count: number): string => (count === 1 ? '1 palabra' : `${count} palabras`);

/** Question before an edition that shows fewer words than the published one reaches readers. */
export const worseText = (next: number, published: number): string =>
  `En esta edición no se ${next === 1 ? 've' : 'ven'} bien ${wordsUnseen(next)}; en la publicada, ${published === 0 ? 'se ven todas' : wordsUnseen(published)}.`;

const pesos = (amount: number): string => `$${String(amount).replaceAll(/\B(?=(\d{3})+(?!\d))/g, '.')}`;

/** Questions about a price before it is saved. */
export const priceTexts = {
  free: () => 'Quedará gratis: cualquiera con una cuenta podrá llevársela.',
  below_minimum: ({ minimum }: { readonly minimum: number }) =>
    `El medio de pago no acepta menos de ${pesos(minimum)}: nadie podrá comprarla.`,
  much_changed: ({ before, after }: { readonly before: number; readonly after: number }) =>
    `Pasa de ${pesos(before)} a ${pesos(after)}, más de la mitad de diferencia.`,
} as const;

/** Sentences of the upload forms. */
export const uploadTexts = {
  imageTooLarge: 'La imagen puede pesar hasta 5 MB.',
  imageUnusable: 'La imagen no se puede usar. Debe ser JPEG, PNG o WebP, y no demasiado grande.',
  noImage: bookChecks.imageRequired,
  noBackImage: bookChecks.backImageRequired,
  notEpub: partChecks.notEpub,
  epubTooLarge: 'El libro es demasiado grande: puede pesar hasta 100 MB.',
  unknownWriter: 'Solo se puede asignar a cuentas de escritora o de administración.',
} as const;
