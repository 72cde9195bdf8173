import type { segments as english } from '../../en/endpoints/segments.ts'

export const segments: typeof english = {
  verbs: {
    list: {
      summary: 'Listar segmentos',
    },
    create: {
      summary: 'Crear un segmento',
    },
    get: {
      summary: 'Ver un segmento',
    },
    update: {
      summary: 'Cambiar un segmento',
    },
    delete: {
      summary: 'Borrar un segmento',
      description: 'Sus contactos se conservan.',
    },
    preview: {
      summary: 'Contar los contactos de un segmento y ver algunos',
    },
    previewUnsaved: {
      summary: 'Probar unas condiciones sin guardarlas',
    },
    fields: {
      summary: 'Listar los campos que pueden usar las condiciones',
    },
    contacts: {
      summary: 'Listar los contactos de un segmento',
    },
    count: {
      summary: 'Contar las coincidencias de cada regla de un segmento',
    },
    duplicate: {
      summary: 'Copiar un segmento',
    },
    refresh: {
      summary: 'Volver a contar un segmento',
    },
    toList: {
      summary: 'Crear una lista a partir de un segmento',
    },
  },
  fields: {
    id: 'El ID del segmento.',
    name: 'El nombre.',
    list_id: 'Solo los contactos de esta lista.',
    conditions: 'Las condiciones: reglas en grupos and, or y not.',
  },
}
