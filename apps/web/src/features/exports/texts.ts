import type { ExportKind } from '@cuentos/domain/exports/export-permission';
import { formatBytes } from '../../lib/formats.ts';

/** Words of 'Llévate el libro'. */
export const exportTexts = {
  open: 'Llévate el libro',
  openNamed: (part: string) => `Llévate el libro: ${part}`,

  /** Shown before a purchase. */
  before: (kinds: readonly ExportKind[]) =>
    kinds.includes('epub')
      ? 'Te lo puedes llevar: como un archivo que se abre en cualquier navegador, o como EPUB.'
      : 'Te lo puedes llevar: como un archivo que se abre en cualquier navegador, sin conexión.',
  fact: 'Para llevar',
  factText: { page: 'Como un archivo', epub: 'Como un archivo o EPUB' },

  title: 'Llévate el libro',
  text: (part: string) =>
    `Guarda «${part}» en este dispositivo. Es tuya para siempre y se lee sin la tienda y sin internet.`,
  exLibris: (name: string | null) =>
    `Adentro va una página que dice que es tu ejemplar, con ${name === null ? 'tu nombre' : `tu nombre, ${name},`} y un número. Tu correo no va.`,
  opened: 'Guardarla cuenta como abrirla: con eso termina el derecho a arrepentirse de la compra.',
  kinds: {
    page: {
      label: 'Guardar como una página',
      hint: 'Un archivo que se abre en cualquier navegador, con tus notas y tu lugar. Ahí puedes seguir anotando.',
    },
    epub: { label: 'Guardar como EPUB', hint: 'Para otros programas y lectores de libros. Sin tus notas.' },
  },
  preparing: 'Preparando el archivo…',
  received: (bytes: number, total: number) => `${formatBytes(bytes)} de ${formatBytes(total)}`,
  progress: 'Avance de la descarga',
  cancel: 'Cancelar',
  done: (isWhole: boolean) =>
    isWhole
      ? 'Listo. El archivo está entre tus descargas.'
      : 'Listo. El archivo está entre tus descargas. Las notas de este dispositivo que aún no se envían no van en él.',
  failed: 'No se pudo guardar. Revisa tu conexión e inténtalo otra vez.',
} as const;
