/** Reasons why a backup could not be made, besides the store's own. */
export const backupFailures = {
  brokenOff: 'El respaldo se interrumpió: la tienda se detuvo, o no le quedó memoria.',
  unexpected: 'El respaldo falló por algo que no esperábamos. El registro del servidor dice qué.',
  untidied: (why: string) => `El respaldo es bueno, pero lo que ya no se guarda no se pudo borrar: ${why}`,
  rows: (tables: string) =>
    `El respaldo no pasó su prueba: al reponerlo en una tienda aparte, no coincidió ${tables}. No cuenta como bueno.`,
  files: (count: number) =>
    count === 1
      ? 'El respaldo no pasó su prueba: un archivo no volvió como se guardó. No cuenta como bueno.'
      : `El respaldo no pasó su prueba: ${count} archivos no volvieron como se guardaron. No cuenta como bueno.`,
} as const;
