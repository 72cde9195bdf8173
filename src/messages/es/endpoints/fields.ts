import type { fields as english } from '../../en/endpoints/fields.ts'

export const fields: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los campos propios de una lista',
    },
    create: {
      summary: 'Crear un campo propio',
    },
    update: {
      summary: 'Cambiar un campo propio',
      description: 'El tipo solo cambia si todos los valores caben en el nuevo.',
    },
    delete: {
      summary: 'Borrar un campo propio y sus valores',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    field: 'El número del campo.',
    name: 'El nombre.',
    key: 'Cómo lo nombran las etiquetas de combinación; sale del nombre.',
    type: 'El tipo de valor.',
    options: 'Las opciones.',
    internal: 'Oculto para los suscriptores.',
    required: 'Debe tener un valor.',
    default: 'El valor cuando no hay ninguno.',
    force: 'Borrarlo aunque lo use un segmento.',
  },
}
