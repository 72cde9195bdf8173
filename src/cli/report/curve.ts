import { type Html, html } from '../../html/html.ts'
import type { CampaignReport } from './campaign-report.ts'
import { section, table } from './table.ts'
import type { Wording } from './wording.ts'

const width = 480
const height = 120

/** The opens and clicks of the first 48 hours, drawn and as a table for screen readers. */
export function curve(
  { first_48_hours: hours }: CampaignReport,
  { messages, local }: Wording,
): Html {
  const most = Math.max(0, ...hours.flatMap(({ opens, clicks }) => [opens, clicks]))
  if (most === 0) return section(messages.curve, html`<p>${messages.noVisits}</p>`)
  const timeOf = ({ at }: { at: string }) => local.time(Date.parse(at))
  const [busiest] = [...hours].sort((a, b) => b.opens - a.opens)
  const points = (value: (hour: (typeof hours)[number]) => number) =>
    hours.map((hour, nth) => {
      const x = (nth * width) / (hours.length - 1)
      return `${round(x)},${round(height - (value(hour) / most) * (height - 4))}`
    })
  const opens = points((hour) => hour.opens)
  const clicks = points((hour) => hour.clicks)
  const active = hours.filter(({ sent, opens, clicks }) => sent + opens + clicks > 0)
  return section(
    messages.curve,
    html`<figure>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${messages.curveLabel}">
<polygon points="0,${height} ${opens.join(' ')} ${width},${height}" fill="var(--opens)" fill-opacity=".2"/>
<polyline points="${opens.join(' ')}" fill="none" stroke="var(--opens)" stroke-width="2" vector-effect="non-scaling-stroke"/>
<polyline points="${clicks.join(' ')}" fill="none" stroke="var(--clicks)" stroke-width="2" stroke-dasharray="5 3" vector-effect="non-scaling-stroke"/>
</svg>
<div class="scale" aria-hidden="true">${[0, 12, 24, 36, 48].map((hour) => html`<span>${messages.hours(hour)}</span>`)}</div>
<figcaption><span class="key opens">${messages.opens}</span><span class="key clicks">${messages.clicks}</span>
${busiest && busiest.opens > 0 && html`<p>${messages.busiest(local.number(busiest.opens), timeOf(busiest))}</p>`}</figcaption>
</figure>
<details><summary>${messages.asTable}</summary>
${table({
  head: [messages.hour, messages.sent, messages.opens, messages.clicks],
  rows: active.map((hour) => [
    timeOf(hour),
    ...[hour.sent, hour.opens, hour.clicks].map(local.number),
  ]),
})}
</details>`,
  )
}

const round = (value: number) => Math.round(value * 10) / 10
