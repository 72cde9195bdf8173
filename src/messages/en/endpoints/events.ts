export const events = {
  verbs: {
    list: {
      summary: 'List events and webhook deliveries',
      description:
        'The command line also lists the events that you sent (`contact.event`); with their names and values: `events received`. `--webhook` shows only what a webhook got.',
    },
  },
  fields: {
    type: 'Only events of this type.',
    from: 'The start of the period.',
    to: 'The end of the period.',
    contact_id: 'Only events of this contact.',
    campaign_id: 'Only events of this campaign.',
    webhook_id: 'Only events sent to this webhook.',
  },
}
