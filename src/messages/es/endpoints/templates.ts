import type { templates as english } from '../../en/endpoints/templates.ts'

export const templates: typeof english = {
  verbs: {
    list: {
      summary: 'Listar plantillas',
    },
    create: {
      summary: 'Crear una plantilla, o una versión nueva',
    },
    get: {
      summary: 'Ver una plantilla',
    },
  },
  fields: {
    id: 'El número de la plantilla; al guardar, la que recibe una versión nueva.',
    name: 'El nombre.',
    html: 'El HTML.',
    editor_json: 'El documento del editor visual.',
    mjml: 'El MJML.',
    asunto: 'El asunto que propone.',
    text: 'El mensaje en texto sin formato.',
    import: 'Una plantilla de otra cuenta.',
    archived: 'Archivada; ya no se ofrece.',
    export: 'Como archivo para otra cuenta, con sus imágenes.',
    version: 'La versión.',
  },
}
