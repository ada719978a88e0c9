import type { AccessibilityStatement } from '@cuentos/domain/books/accessibility';

// The words are the Spanish of Mexico that VitalSource gave to the W3C's Accessibility Metadata Display Guide 2.0, in its
// compact form (w3c/publ-a11y-display-guide-localizations, 8963ee3; W3C Software and Document License).

/** Titles of the guide's sections, by how the names of their statements begin, in the order in which they are shown. */
export const accessibilitySections = {
  'ways-of-reading': 'Formas de lectura',
  conformance: 'Conformidad',
  navigation: 'Navegación',
  'rich-content': 'Contenido enriquecido',
  hazards: 'Peligros',
  'legal-considerations': 'Consideraciones legales',
  'additional-accessibility-information': 'Información adicional de accesibilidad',
} as const;

export const accessibilityTexts: Readonly<Record<AccessibilityStatement, string>> = {
  'ways-of-reading-visual-adjustments-modifiable': 'La apariencia puede ser modificada',
  'ways-of-reading-visual-adjustments-unmodifiable': 'La apariencia no puede ser modificada',
  'ways-of-reading-visual-adjustments-unknown':
    'No hay información disponible sobre la posibilidad de modificar la apariencia',
  'ways-of-reading-nonvisual-reading-readable': 'Legible en lectura en voz alta o braille dinámico',
  'ways-of-reading-nonvisual-reading-not-fully':
    'No es completamente legible en lectura en voz alta o en braille dinámico',
  'ways-of-reading-nonvisual-reading-none': 'No es legible en lectura en voz alta o braille dinámico',
  'ways-of-reading-nonvisual-reading-alt-text': 'Tiene texto alternativo',
  'ways-of-reading-prerecorded-audio-only': 'Solo audio pregrabado',
  'ways-of-reading-prerecorded-audio-synchronized': 'Audio pregrabado sincronizado con el texto',
  'ways-of-reading-prerecorded-audio-complementary': 'Clips de audio pregrabados',
  'conformance-aaa': 'Esta publicación supera los estándares de accesibilidad aceptados',
  'conformance-aa': 'Esta publicación cumple con los estándares de accesibilidad aceptados',
  'conformance-a': 'Esta publicación cumple con los estándares mínimos de accesibilidad',
  'conformance-unknown-standard':
    'No se puede determinar la conformidad con las normas aceptadas para la accesibilidad de esta publicación',
  'conformance-no': 'No hay información disponible',
  'navigation-toc': 'Tabla de contenidos',
  'navigation-index': 'Índice',
  'navigation-structural': 'Encabezados',
  'navigation-page-navigation': 'Ir a la página',
  'navigation-no-metadata': 'No hay información disponible',
  'rich-content-accessible-chemistry-as-latex': 'Fórmulas químicas en LaTeX',
  'rich-content-accessible-chemistry-as-mathml': 'Fórmulas químicas en MathML',
  'rich-content-accessible-math-as-latex': 'Matemáticas en formato LaTeX',
  'rich-content-accessible-math-as-mathml': 'Matemáticas en MathML',
  'rich-content-accessible-math-described': 'Se proporcionan descripciones textuales de matemáticas',
  'rich-content-closed-captions': 'Los videos tienen subtítulos cerrados',
  'rich-content-open-captions': 'Los videos tienen subtítulos abiertos',
  'rich-content-extended': 'Las imágenes ricas en información se describen mediante descripciones ampliadas',
  'rich-content-transcript': 'Transcripción proporcionada',
  'hazards-flashing': 'Contenido parpadeante',
  'hazards-motion': 'Simulación de movimiento',
  'hazards-sound': 'Sonidos',
  'hazards-none': 'Sin peligros',
  'hazards-unknown': 'Se desconoce la presencia de peligros',
  'hazards-no-metadata': 'No hay información disponible',
  'legal-considerations-exempt': 'Solicita una exención de accesibilidad en algunas jurisdicciones',
  'additional-accessibility-information-aria': 'Roles de ARIA incluidos',
  'additional-accessibility-information-audio-descriptions': 'Descripciones de audio',
  'additional-accessibility-information-braille': 'Braille',
  'additional-accessibility-information-full-ruby-annotations': 'Anotaciones completas de ruby',
  'additional-accessibility-information-high-contrast-between-foreground-and-background-audio':
    'Alto contraste entre el audio de primer plano y el audio de fondo',
  'additional-accessibility-information-high-contrast-between-text-and-background':
    'Alto contraste entre el texto de primer plano y el fondo',
  'additional-accessibility-information-large-print': 'Impresión grande',
  'additional-accessibility-information-page-breaks': 'Saltos de página incluidos',
  'additional-accessibility-information-ruby-annotations': 'Algunas anotaciones de Ruby',
  'additional-accessibility-information-sign-language': 'Lengua de señas',
  'additional-accessibility-information-tactile-graphics': 'Gráficos táctiles incluidos',
  'additional-accessibility-information-tactile-objects': 'Objetos táctiles 3D',
  'additional-accessibility-information-text-to-speech-hinting': 'Se proporcionan sugerencias de texto a voz',
};
