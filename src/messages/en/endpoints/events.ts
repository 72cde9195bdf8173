export const events = {
  verbs: {
    list: {
      summary: 'List events and webhook deliveries',
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
