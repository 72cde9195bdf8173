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
    from: 'The first moment.',
    to: 'The last moment.',
    interval: 'One point for each hour or day.',
    timezone: 'The time zone whose days are counted.',
  },
}
