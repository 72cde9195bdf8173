import type { jobs as english } from '../../en/endpoints/jobs.ts'

export const jobs: typeof english = {
  verbs: {
    list: {
      summary: 'Listar importaciones, limpiezas y cambios en bloque',
    },
    get: {
      summary: 'Ver el progreso de una tarea',
    },
    errors: {
      summary: 'Descargar las filas rechazadas',
      description: 'Cada fila incluye su motivo. Corrige las filas y vuelve a importar el archivo.',
    },
    cancel: {
      summary: 'Cancelar una tarea',
      description: 'Los cambios que ya ha hecho se conservan.',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    job: 'El ID de la tarea.',
    kind: 'Solo las tareas de este tipo.',
    status: 'Solo las tareas con este estado.',
  },
}
