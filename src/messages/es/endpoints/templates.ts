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
    editor_json: 'El documento de un editor visual, que se guarda junto a su HTML.',
    mjml: 'El MJML del que sale el HTML.',
    asunto: 'El asunto que propone.',
    text: 'El mensaje en texto sin formato.',
    import: 'Una plantilla que exportó otra cuenta.',
    archived: 'Archivada; ya no se ofrece.',
    export: 'Como archivo para otra cuenta.',
    version: 'La versión, contada desde 1; si no se dice, la más nueva.',
  },
}
