export const lists = {
  verbs: {
    list: {
      summary: 'List contact lists',
    },
    create: {
      summary: 'Create a list',
    },
    get: {
      summary: 'Show a list',
      description: 'Includes its contacts by status and its growth.',
    },
    update: {
      summary: 'Change a list',
    },
    delete: {
      summary: 'Delete a list and its contacts',
      description: 'Not possible while a campaign is scheduled for it or being sent to it.',
    },
    import: {
      summary: 'Import contacts from a file',
      description:
        'Runs in the background. Keeps what the rows say about unsubscribes, bounces and complaints, and never resubscribes a contact who has unsubscribed.',
    },
    export: {
      summary: 'Export the contacts of a list',
      description: 'As CSV, NDJSON or an Excel workbook that you can import again.',
    },
    clean: {
      summary: 'Find bad addresses in a list',
      description:
        'Only reports them unless you choose to unsubscribe or delete them. Skips contacts who have unsubscribed.',
    },
    suppressions: {
      summary: 'List suppressed addresses',
      description: 'Includes the suppressions of the list and of the whole account.',
    },
  },
  fields: {
    id: 'The list, by number or name.',
    name: 'The name.',
    description: 'The description that subscribers see.',
    double_optin: 'New contacts must confirm by email.',
    from_mail: 'The sender of its confirmation emails.',
    welcome_template_id: 'The template of the welcome email.',
    form_origins:
      'A site that embeds its form or calls the API from a script, such as https://shop.example. `*`: scripts of any site, if the account allows it.',
    public: 'The preference center offers it to contacts of your other lists.',
    public_by_id: 'Public forms can use the list ID instead of its public ID.',
    map: 'A column and the field to map it to: column=field. The field - leaves the column out.',
    mode: 'What to do with existing contacts.',
    delimiter: 'The column delimiter.',
    encoding: 'The encoding of the file.',
    sheet: 'The sheet of the workbook.',
    tag: 'A tag for every contact.',
    dry_run: 'Only check the file. Nothing is stored.',
    url: 'The URL to download the file from.',
    segment_id: 'Only contacts in this segment.',
    status: 'Only contacts with this status.',
    format: 'The file format.',
    checks: 'The checks to run.',
    inactive_days:
      'The number of days without an open or click after which a contact is inactive (180).',
    action: 'What to do with the addresses found.',
    type: 'Only suppressions with this reason.',
  },
}
