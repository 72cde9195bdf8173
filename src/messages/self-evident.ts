const names = [
  ...[
    'active',
    'archived',
    'contacts',
    'count',
    'description',
    'email',
    'emails',
    'format',
    'from',
  ],
  ...[
    'from_name',
    'html',
    'interval',
    'job',
    'kind',
    'list_id',
    'mjml',
    'name',
    'options',
    'order',
  ],
  ...['preheader', 'q', 'reply_to', 'required', 'sort', 'status', 'suppressions', 'tag', 'tags'],
  ...['template_id', 'to', 'to_list_id', 'track_links', 'track_reads', 'type', 'value', 'variant'],
  ...[
    'version',
    'properties',
    'link_id',
    'contact_id',
    'exclude_list_id',
    'updated_since',
    'mode',
    'id',
  ],
  ...['key', 'internal', 'field', 'action', 'code', 'default', 'double_optin', 'timezone', 'event'],
] as const

/** Fields of which an assistant's tool needs no description beside its name, type and choices. */
export const selfEvident = Object.fromEntries(names.map((name) => [name, ''])) as Record<
  (typeof names)[number],
  ''
>
