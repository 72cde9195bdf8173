import type { references as english } from '../en/references.ts'

export const references: typeof english = {
  one: {
    campaign: 'campaña',
    list: 'lista',
    segment: 'segmento',
    template: 'plantilla',
    automation: 'automatización',
    user: 'usuario',
    webhook: 'webhook',
    key: 'clave de API',
    app: 'asistente',
    image: 'imagen',
    field: 'campo',
    sender: 'remitente',
    job: 'tarea',
    link: 'enlace',
    contact: 'contacto',
    'contact-id': 'contacto',
  },
  none: {
    campaign: 'ninguna campaña',
    list: 'ninguna lista',
    segment: 'ningún segmento',
    template: 'ninguna plantilla',
    automation: 'ninguna automatización',
    user: 'ningún usuario',
    webhook: 'ningún webhook',
    key: 'ninguna clave de API',
    app: 'ningún asistente',
    image: 'ninguna imagen',
    field: 'ningún campo',
    sender: 'ningún remitente',
    job: 'ninguna tarea',
    link: 'ningún enlace',
    contact: 'ningún contacto',
    'contact-id': 'ningún contacto',
  },
  quoted: '«{name}»',
  which: 'Hay más de uno con el nombre «{name}». ¿Qué {kind}?',
  reasons: {
    number_as_name: {
      sentence:
        'No hay {none} con el número {number}, pero sí con el nombre «{number}»: {one} {named}.',
      hint: 'Escribe su número: {named}.',
    },
    unknown_name: {
      sentence: 'No hay {none} «{name}».[ Solo se ha buscado en los primeros {limit}.]',
      hint: '[¿Querías decir {near}? ][Para crearla, usa {create} en lugar de --list. ][`{command}` muestra lo que hay.]',
    },
    list_exists: {
      sentence: 'Ya hay una lista «{name}».',
      hint: 'Para importar en ella, usa {use} en lugar de --create.',
    },
    unread_names: {
      sentence: 'Solo se ha leído una parte de los nombres, así que puede haber otro «{name}».',
      hint: 'Usa el ID[: {ids}].',
    },
    rejected_rows: {
      sentence: 'Filas aceptadas: {done} de {total}. Rechazadas: {failed}.',
      hint: '',
    },
    image_too_large: {
      sentence:
        'La imagen[ {path}] ocupa más de {megabytes} MB. Redúcela: para un mensaje basta un ancho de {width} píxeles.',
      hint: '',
    },
  },
}
