/** Words of the settings beyond theme, size, spacing and face. */
export const themeTexts = {
  more: 'Más ajustes',
  alignment: 'Alineación',
  alignments: { auto: 'Del libro', justify: 'Justificada', start: 'Izquierda' },
  hyphens: 'Cortar palabras con guion',
  hyphensHint: 'Al final del renglón.',
  margin: 'Márgenes',
  margins: { '10px': 'Angostos', '24px': 'Medianos', '40px': 'Anchos' },
  letterSpacing: 'Espacio entre letras',
  letterSpacings: { '0': 'Normal', '0.05': 'Más', '0.12': 'Mucho' },
  wordSpacing: 'Espacio entre palabras',
  wordSpacings: { '0': 'Normal', '0.1': 'Más', '0.2': 'Mucho' },
  flow: 'Avanzar',
  flows: { paginated: 'Por páginas', 'scrolled-doc': 'Desplazando' },
  spread: 'Columnas',
  spreads: { none: 'Una', both: 'Dos' },
  reset: 'Restablecer todo',
} as const;
