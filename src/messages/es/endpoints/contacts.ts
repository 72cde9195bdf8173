import type { contacts as english } from '../../en/endpoints/contacts.ts'

export const contacts: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los contactos de una lista',
    },
    add: {
      summary: 'Añadir contactos a una lista',
      description:
        'Añade un contacto, o hasta 5.000 de una vez. Con doble confirmación, los contactos deben confirmar antes. Los correos de confirmación que superan un límite, o que son anteriores a la verificación de un remitente, esperan.',
    },
    get: {
      summary: 'Ver un contacto',
      description: 'Por su ID o su dirección de correo.',
    },
    update: {
      summary: 'Cambiar un contacto',
      description: 'Si la dirección aún no está en la lista, el contacto se añade.',
    },
    remove: {
      summary: 'Quitar un contacto de una lista',
      description:
        'Con erase se borran definitivamente todos los datos de la persona, en todas las listas de la cuenta. La respuesta dice en cuáles estaba.',
    },
    history: {
      summary: 'Ver el historial de un contacto',
      description: 'Lo más reciente primero: envíos, aperturas, clics, confirmaciones y bajas.',
    },
    bulk: {
      summary: 'Cambiar muchos contactos a la vez',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    contact: 'El contacto, por su ID o su dirección de correo.',
    email: 'La dirección de correo.',
    nombre: 'El nombre.',
    customFields: 'Valores de los campos personalizados, por clave o ID.',
    tags: 'Etiquetas.',
    mode: 'Qué hacer con los contactos que ya existen.',
    status: 'El estado del contacto.',
    unsubscribed_at: 'Cuándo se dio de baja la persona o rebotó la dirección.',
    confirmed_at: 'Cuándo confirmó la persona su suscripción.',
    created_at: 'Cuándo se apuntó la persona.',
    suppression: 'Por qué la dirección no recibe envíos. Se bloquea por el mismo motivo.',
    suppression_scope:
      'Si vale para todas las listas de la cuenta. Por defecto: si es un rebote o una queja.',
    reason: 'El motivo de la baja, con palabras.',
    resend_optin: 'Volver a enviar la petición de confirmación.',
    segment_id: 'Solo los contactos de este segmento.',
    updated_since: 'Solo los contactos que han cambiado desde esta hora.',
    conditions:
      'Solo los contactos que cumplen estas condiciones: las de un segmento, como texto JSON.',
    export: 'Devolver todos los datos de la persona, en todas las listas de la cuenta.',
    erase:
      'Borrar definitivamente todos los datos de la persona, en todas las listas de la cuenta.',
    type: 'Solo los eventos de este tipo.',
    action: 'La acción que se aplica.',
    contacts: 'Los contactos, por su ID o su dirección de correo.',
    filter: 'Qué contactos cambiar, si no los enumeras.',
    tag: 'La etiqueta que se añade o se quita.',
    to_list_id: 'La lista de destino.',
    field: 'El campo que se cambia.',
    value: 'El valor nuevo.',
  },
}
