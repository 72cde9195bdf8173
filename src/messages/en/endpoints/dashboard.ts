export const dashboard = {
  verbs: {
    show: {
      summary: 'Show an overview of your account',
      description:
        'Rates are shares of the delivered messages. `comparison` puts the last sent campaign beside the mean of up to ten before it.',
    },
    stats: {
      summary: 'Show sends, opens, clicks and bounces over time',
    },
    deliverability: {
      summary: 'Show deliverability by mailbox provider',
    },
  },
  fields: {
    from: 'The start. Default: 30 days before the end.',
    to: 'The end. Default: now.',
    interval: 'One data point per hour or per day.',
    timezone: 'The time zone for days. Default: the time zone of your account.',
  },
}
