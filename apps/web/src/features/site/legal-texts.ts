/** Words of the notice about new legal documents. */
export const noticeTexts = {
  label: 'Documentos nuevos',
  text: 'Hay una versión nueva de',
  and: 'y de',
  close: 'Cerrar el aviso',
  documents: { privacy: 'la política de privacidad', terms: 'los términos y condiciones' },
} as const;

export const legalTexts = {
  seller: 'Quién vende',
  version: (version: number, date: string) => `Versión ${version}, desde el ${date}.`,
  versions: 'Todas las versiones',
  versionOf: (version: number, date: string) => `Versión ${version}, ${date}`,
  outdated: 'Esta versión ya no rige.',
  newest: 'Leer la que rige hoy',
} as const;
