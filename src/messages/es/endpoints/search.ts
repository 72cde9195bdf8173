import type { search as english } from '../../en/endpoints/search.ts'

export const search: typeof english = {
  verbs: {
    all: {
      summary: 'Buscar en todo',
      description: 'Campañas, listas, contactos, segmentos y plantillas, como mucho diez de cada.',
    },
    contacts: {
      summary: 'Buscar contactos en todas las listas',
    },
  },
  fields: {},
}
