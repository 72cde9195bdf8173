export const dashboard = {
  verbs: {
    show: {
      summary: 'Show your account at a glance',
    },
    stats: {
      summary: 'Show sends, opens, clicks and bounces over time',
    },
    deliverability: {
      summary: 'Show how each mail provider takes your messages',
    },
  },
  fields: {
    from: 'When it begins: thirty days before its end, if you do not say.',
    to: 'When it ends: now, if you do not say.',
    interval: 'One point for each hour or day.',
    timezone: 'The time zone whose days are counted: your account’s, if you do not say.',
  },
}
