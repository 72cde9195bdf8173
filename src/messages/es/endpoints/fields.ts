import type { fields as english } from '../../en/endpoints/fields.ts'

export const fields: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los campos personalizados de una lista',
    },
    create: {
      summary: 'Crear un campo personalizado',
    },
    update: {
      summary: 'Cambiar un campo personalizado',
      description:
        'El tipo solo puede cambiar si todos los valores actuales son válidos en el nuevo.',
    },
    delete: {
      summary: 'Borrar un campo personalizado y sus valores',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    field: 'El ID del campo.',
    name: 'El nombre.',
    key: 'El nombre para las etiquetas de personalización. Por defecto, se deriva del nombre del campo.',
    type: 'El tipo de valor.',
    options: 'Las opciones para elegir.',
    internal: 'Oculto para los suscriptores.',
    required: 'Debe tener un valor.',
    default: 'El valor por defecto.',
    force: 'Borrarlo aunque lo use un segmento.',
  },
}
