export const templates = {
  verbs: {
    list: {
      summary: 'List templates',
    },
    create: {
      summary: 'Create a template or a new version of it',
    },
    get: {
      summary: 'Show a template',
    },
  },
  fields: {
    id: 'The template ID. When saving: the template that gets a new version.',
    name: 'The name.',
    html: 'The HTML.',
    editor_json: 'The document of a visual editor, stored with the HTML.',
    mjml: 'The MJML source of the HTML.',
    asunto: 'The suggested subject.',
    text: 'The plain-text version.',
    import: 'A template exported from another account.',
    archived: 'Whether the template is archived and no longer offered.',
    export: 'Return the template as a file for another account.',
    version: 'The version number, starting at 1. Default: the newest.',
  },
}
