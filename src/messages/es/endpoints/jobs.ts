import type { jobs as english } from '../../en/endpoints/jobs.ts'

export const jobs: typeof english = {
  verbs: {
    list: {
      summary: 'Listar importaciones, limpiezas y cambios en bloque',
    },
    get: {
      summary: 'Ver cómo va una tarea',
    },
    errors: {
      summary: 'Descargar las filas rechazadas',
      description: 'Cada una con su motivo: corrígelas y vuelve a importar el archivo.',
    },
    cancel: {
      summary: 'Cancelar una tarea',
      description: 'Lo que ya ha hecho se queda.',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    job: 'El número de la tarea.',
    kind: 'Solo las tareas de este tipo.',
    status: 'Solo las tareas en este estado.',
  },
}
