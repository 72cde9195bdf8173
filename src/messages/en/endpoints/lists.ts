export const lists = {
  verbs: {
    list: {
      summary: 'List the contact lists',
    },
    create: {
      summary: 'Create a list',
    },
    get: {
      summary: 'Show a list',
      description: 'With its contacts by state, and how it grew.',
    },
    update: {
      summary: 'Change a list',
    },
    delete: {
      summary: 'Delete a list and its contacts',
      description: 'Not possible while a campaign waits to be sent to it.',
    },
    import: {
      summary: 'Import contacts from a file',
      description: 'Goes on in the background. It never brings back somebody who unsubscribed.',
    },
    export: {
      summary: 'Export the contacts of a list',
      description: 'As CSV, NDJSON or an Excel workbook, as an import takes it back.',
    },
    clean: {
      summary: 'Find bad addresses in a list',
      description:
        'It only reports them, unless told to unsubscribe or delete them. Who left is not looked at.',
    },
    suppressions: {
      summary: 'List the addresses that are not mailed any more',
      description: 'Those of the list, and those of the whole account.',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    name: 'The name.',
    description: 'What subscribers read about it.',
    double_optin: 'New contacts have to confirm by e-mail.',
    from_mail: 'The sender of its confirmation messages.',
    welcome_template_id: 'The template of the message that welcomes new contacts.',
    form_origins: 'A site on which its form stands, such as https://shop.example.',
    public_by_id: 'Public forms may name the list by its number.',
    map: 'A column and its field: column=field.',
    mode: 'What to do with contacts that are there already.',
    delimiter: 'What stands between the columns.',
    encoding: 'The encoding of the file.',
    sheet: 'The sheet of the workbook.',
    dry_run: 'Only check; nothing is stored.',
    url: 'Where to fetch the file from.',
    segment_id: 'Only the contacts of this segment.',
    status: 'Only contacts in this state.',
    format: 'The kind of file.',
    checks: 'What to look for.',
    inactive_days: 'After how many days without an open or click somebody is inactive (180).',
    action: 'What to do with what is found.',
    type: 'Only those for this reason.',
  },
}
