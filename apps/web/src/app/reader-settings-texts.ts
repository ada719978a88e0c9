/** Words of 'Configuración del lector'. */
export const readerSettingsTexts = {
  title: 'Configuración del lector',
  lead: 'Así se verán todos tus libros en este dispositivo.',
  backToProfile: 'Mi perfil',
  preview: 'Así se ve una página',
  sampleChapter: 'La niebla',
  sample: [
    'La niebla llegó antes que el bus. Mateo la vio subir por el muelle, despacio, como quien vuelve a su casa sin hacer ruido, y pensó que su abuela tenía razón: las cosas no se pierden, solo se guardan.',
    'Contó los postes hasta donde alcanzaba la vista. Eran siete. El octavo, el del faro, ya no estaba.',
  ],
  allowZoom: 'Permitir zoom',
  allowZoomHint: 'Para agrandar con dos dedos mientras lees.',
} as const;
