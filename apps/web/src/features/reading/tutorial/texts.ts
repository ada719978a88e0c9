interface Slide {
  readonly title: string;
  /** With a finger, under 768 px. */
  readonly phone: string;
  /** With mouse and keyboard. */
  readonly desktop: string;
}

/** The ten slides, in their order. */
export const slides = [
  {
    title: 'Avanza y vuelve',
    phone:
      'Toca la mitad derecha de la página para avanzar y la izquierda para volver. Los bordes siempre pasan página.',
    desktop:
      'Haz clic en la mitad derecha de la página para avanzar y en la izquierda para volver. Los bordes siempre pasan página.',
  },
  {
    title: 'Pasa páginas a tu manera',
    phone: 'Desliza el dedo hacia la izquierda para avanzar y hacia la derecha para volver.',
    desktop: 'Con el teclado: las flechas pasan página, y la barra espaciadora avanza.',
  },
  {
    title: 'Los ajustes están arriba',
    phone: 'Toca la franja de arriba para abrir o cerrar los ajustes de lectura.',
    desktop: 'Haz clic en la franja de arriba para abrir o cerrar los ajustes de lectura. Escape también los cierra.',
  },
  {
    title: 'Salta a una sección',
    phone: 'En «Secciones» están los capítulos y el lugar donde vas. Toca uno para ir.',
    desktop: 'En «Secciones» están los capítulos y el lugar donde vas. Haz clic en uno para ir.',
  },
  {
    title: 'Resalta lo que te guste',
    phone: 'Mantén el dedo sobre el texto, ajusta la selección y elige uno de los cinco colores.',
    desktop: 'Selecciona el texto con el mouse y elige uno de los cinco colores.',
  },
  {
    title: 'Escribe una nota',
    phone: 'Agrega una nota a lo que resaltaste. Todo queda en «Resaltados», listo para volver a esa página.',
    desktop: 'Agrega una nota a lo que resaltaste. Todo queda en «Resaltados», listo para volver a esa página.',
  },
  {
    title: 'Tema y letra a tu medida',
    phone: 'En «Tema» eliges el color de la página, el tamaño del texto, el interlineado y el tipo de letra.',
    desktop: 'En «Tema» eliges el color de la página, el tamaño del texto, el interlineado y el tipo de letra.',
  },
  {
    title: 'Busca una palabra',
    phone: 'Con la lupa buscas en toda la parte, también sin conexión. Toca un resultado para ir a su página.',
    desktop: 'Con la lupa buscas en toda la parte, también sin conexión. Haz clic en un resultado para ir a su página.',
  },
  {
    title: 'Marca y vuelve',
    phone: 'Pon un marcador en la página. Y si saltas a otra, «Volver a donde estaba» te trae de vuelta.',
    desktop: 'Pon un marcador en la página. Y si saltas a otra, «Volver a donde estaba» te trae de vuelta.',
  },
  {
    title: 'Lee sin conexión',
    phone:
      'La parte que abres queda guardada en tu teléfono. Cuando vuelve internet, tu página llega a tus otros equipos.',
    desktop:
      'La parte que abres queda guardada en este equipo. Cuando vuelve internet, tu página llega a tus otros dispositivos.',
  },
] as const satisfies readonly Slide[];

/** Words around the slides. */
export const tutorialTexts = {
  title: 'Cómo se lee aquí',
  previous: 'Anterior',
  next: 'Siguiente',
  start: 'Empezar a leer',
  position: (index: number, count: number) => `${index} de ${count}`,
  goTo: (index: number, title: string) => `Ir a la ${index}: ${title}`,
} as const;
