import type { contacts as english } from '../../en/endpoints/contacts.ts'

export const contacts: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los contactos de una lista',
    },
    add: {
      summary: 'Añadir contactos a una lista',
      description:
        'Uno, o hasta 5.000 de una vez. Con doble confirmación tienen que confirmar antes.',
    },
    get: {
      summary: 'Ver un contacto',
      description: 'Por su número o su dirección.',
    },
    update: {
      summary: 'Cambiar un contacto',
      description: 'Una dirección que aún no está en la lista se añade.',
    },
    remove: {
      summary: 'Quitar un contacto de una lista',
      description: 'Con erase se borra para siempre todo lo de esa persona.',
    },
    history: {
      summary: 'Ver lo que ha pasado con un contacto',
      description: 'Lo más nuevo primero: envíos, aperturas, clics, confirmaciones y bajas.',
    },
    bulk: {
      summary: 'Cambiar muchos contactos a la vez',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    contact: 'El contacto, por su número o su dirección.',
    email: 'La dirección de correo.',
    nombre: 'El nombre.',
    customFields: 'Valores de los campos propios, por su clave o su número.',
    tags: 'Etiquetas.',
    mode: 'Qué hacer con los contactos que ya están.',
    status: 'El estado del contacto.',
    resend_optin: 'Volver a enviar la petición de confirmación.',
    segment_id: 'Solo los contactos de este segmento.',
    updated_since: 'Solo los que han cambiado desde entonces.',
    export: 'Todo lo que se guarda sobre la persona.',
    erase: 'Borrar para siempre todo lo de la persona.',
    type: 'Solo los sucesos de este tipo.',
    action: 'Qué hacer con ellos.',
    contacts: 'Los contactos, por su número o su dirección.',
    filter: 'Qué contactos, cuando no se nombran.',
    tag: 'La etiqueta que se pone o se quita.',
    to_list_id: 'La lista a la que van.',
    field: 'El campo que se cambia.',
    value: 'Su valor nuevo.',
  },
}
