import type { templates as english } from '../../en/endpoints/templates.ts'

export const templates: typeof english = {
  verbs: {
    list: {
      summary: 'Listar plantillas',
    },
    create: {
      summary: 'Crear una plantilla o una versión nueva de ella',
    },
    get: {
      summary: 'Ver una plantilla',
    },
  },
  fields: {
    id: 'El ID de la plantilla. Al guardar: la plantilla que recibe una versión nueva.',
    name: 'El nombre.',
    html: 'El HTML.',
    editor_json: 'El documento de un editor visual, que se guarda con el HTML.',
    mjml: 'El código MJML del HTML.',
    asunto: 'El asunto sugerido.',
    text: 'La versión en texto sin formato.',
    import: 'Una plantilla exportada de otra cuenta.',
    archived: 'Si la plantilla está archivada y ya no se ofrece.',
    export: 'Devolver la plantilla como archivo para otra cuenta.',
    version: 'El número de versión, desde 1. Por defecto: la más reciente.',
  },
}
