export const apps = {
  verbs: {
    list: {
      summary: 'List the assistants that you have connected',
      description:
        'They connect at `/mcp`, and you allow them on a page of the service. Shows what each may do and when it was last used.',
    },
    revoke: {
      summary: 'End the access of an assistant',
      description: 'It is refused from the next request on.',
    },
  },
  fields: {
    app: 'The connected assistant, by number or name.',
  },
}
