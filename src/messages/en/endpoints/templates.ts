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
    editor_json: 'The document of a visual editor, kept beside its HTML.',
    mjml: 'The MJML that the HTML is made from.',
    asunto: 'The subject it suggests.',
    text: 'The message as plain text.',
    import: 'A template that another account exported.',
    archived: 'Put away; not offered any more.',
    export: 'As a file for another account.',
    version: 'The version, counted from 1; the newest when none is said.',
  },
}
