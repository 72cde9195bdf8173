export const events = {
  verbs: {
    list: {
      summary: 'List what happened, and what webhooks were told',
    },
  },
  fields: {
    type: 'Only events of this kind.',
    from: 'The first moment.',
    to: 'The last moment.',
    contact_id: 'Only those of this contact.',
    campaign_id: 'Only those of this campaign.',
    webhook_id: 'Only those sent to this webhook.',
  },
}
