/** Names of things on the command line. */
export const references = {
  /** `a campaign`, in a question. */
  one: {
    campaign: 'campaign',
    list: 'list',
    segment: 'segment',
    template: 'template',
    automation: 'automation',
    user: 'user',
    webhook: 'webhook',
    key: 'API key',
    app: 'assistant',
    image: 'image',
    field: 'field',
    sender: 'sender',
    job: 'job',
    link: 'link',
    contact: 'contact',
    'contact-id': 'contact',
  },
  none: {
    campaign: 'no campaign',
    list: 'no list',
    segment: 'no segment',
    template: 'no template',
    automation: 'no automation',
    user: 'no user',
    webhook: 'no webhook',
    key: 'no API key',
    app: 'no assistant',
    image: 'no image',
    field: 'no field',
    sender: 'no sender',
    job: 'no job',
    link: 'no link',
    contact: 'no contact',
    'contact-id': 'no contact',
  },
  quoted: '“{name}”',
  which: 'Several have the name “{name}”. Which {kind}?',
  /** Sentences in place of those of the failure, by the value `reason`. */
  reasons: {
    number_as_name: {
      sentence:
        'There is {none} with the number {number}, but the {one} {named} has the name “{number}”.',
      hint: 'Type its number: {named}.',
    },
    unknown_name: {
      sentence: 'There is {none} “{name}”.[ Only the first {limit} were searched.]',
      hint: '[Did you mean {near}? ][To create it, use {create} instead of --list. ][`{command}` shows what exists.]',
    },
    list_exists: {
      sentence: 'There is already a list “{name}”.',
      hint: 'To import into it, use {use} instead of --create.',
    },
    unread_names: {
      sentence: 'Only a part of the names was read, so there may be another “{name}”.',
      hint: 'Use the ID instead[: {ids}].',
    },
    rejected_rows: {
      sentence: 'Rows accepted: {done} of {total}. Rejected: {failed}.',
      hint: '',
    },
    image_too_large: {
      sentence:
        'The image[ {path}] is larger than {megabytes} MB. Make it smaller: for a message, a width of {width} pixels is enough.',
      hint: '',
    },
  },
}
