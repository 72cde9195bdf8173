export const templates = {
  verbs: {
    list: {
      summary: 'List templates',
    },
    create: {
      summary: 'Create a template, or a new version of one',
    },
    get: {
      summary: 'Show a template',
    },
  },
  fields: {
    id: 'The number of the template; when saving, the one that gets a new version.',
    name: 'The name.',
    html: 'The HTML.',
    editor_json: 'The document of the visual editor.',
    mjml: 'The MJML.',
    asunto: 'The subject it suggests.',
    text: 'The message as plain text.',
    import: 'A template from another account.',
    archived: 'Put away; not offered any more.',
    export: 'As a file for another account, with its pictures.',
    version: 'The version.',
  },
}
