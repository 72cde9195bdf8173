/** What the rates of a campaign, or of one of its variants, are computed from. */
export interface Figures {
  sent: number
  /** Sent messages that did not bounce. */
  delivered: number
  /** Messages that the relay refused for good. */
  failed: number
  unique_opens: number
  unique_clicks: number
  bounces: number
  unsubscribes: number
  complaints: number
}

/** Rates that compare a campaign with others. A campaign without a delivered message has zeros. */
export const ratesOf = (figures: Figures) => ({
  ...engagementRatesOf(figures),
  click_to_open: share(figures.unique_clicks, figures.unique_opens),
  bounce_rate: share(figures.bounces, figures.sent + figures.failed),
  unsubscribe_rate: share(figures.unsubscribes, figures.delivered),
  complaint_rate: share(figures.complaints, figures.delivered),
})

export const engagementRatesOf = ({
  delivered,
  unique_opens,
  unique_clicks,
}: Pick<Figures, 'delivered' | 'unique_opens' | 'unique_clicks'>) => ({
  open_rate: share(unique_opens, delivered),
  click_rate: share(unique_clicks, delivered),
})

/** A rate, at most 1. A message in state `uncertain` can be opened but is not counted as sent. */
export const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, part / whole)
