import { Html, html } from '../../html/html.ts'
import { type CampaignReport, type RenderedMessage, rates } from './campaign-report.ts'
import { curve } from './curve.ts'
import { messageMap } from './message-map.ts'
import { style } from './style.ts'
import { section, table } from './table.ts'
import type { Wording } from './wording.ts'

/** Renders the report as one file, without scripts and without anything that it loads. */
export function renderReport(
  report: CampaignReport,
  versions: readonly RenderedMessage[],
  wording: Wording & { now: number },
): string {
  const { language, messages, loadsImages } = wording
  const images = loadsImages ? 'data: https: http:' : 'data:'
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}`
  const parts = [
    keyFigures(report, wording),
    funnel(report, wording),
    curve(report, wording),
    versions.length > 0 && messageMap(report, versions, wording),
    !report.left_out.includes('links') && links(report, wording),
    report.domains.length > 0 && domains(report, wording),
    !report.left_out.includes('bounces') && bounces(report, wording),
    report.ab_test && test(report.ab_test, wording),
    report.comparison && comparison(report, report.comparison, wording),
    notes(report, wording),
  ]
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${messages.title}: ${report.asunto}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
${head(report, wording)}
${parts.map((part) => part || undefined)}
</main>
</body>
</html>
`.text
}

function head(report: CampaignReport, { messages, local }: Wording): Html {
  const { asunto, preheader, camp_name, from_name, from_mail, sent_at } = report
  const sent = sent_at === null ? messages.notSent : local.time(Date.parse(sent_at))
  return html`<header>
<p>${messages.title}${camp_name !== '' && ` · ${camp_name}`}</p>
<h1>${asunto}</h1>
${preheader !== '' && html`<p>${preheader}</p>`}
<p class="quiet">${from_mail !== '' && `${messages.from}: ${from_name} <${from_mail}> · `}${messages.sentAt}: ${sent}</p>
</header>`
}

function keyFigures({ figures }: CampaignReport, { messages, local }: Wording): Html {
  const shown = rates.filter((rate) => figures[rate] !== undefined)
  const item = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return section(
    messages.rates,
    html`<dl>
${shown.map((rate) => item(messages.rate[rate], local.percent(figures[rate])))}
${figures.conversions > 0 && item(messages.conversions, local.number(figures.conversions))}
</dl>`,
  )
}

/** The steps of the funnel. Those below delivery leave the audience. */
const stepsOf = ({ figures }: CampaignReport) => {
  const { recipients = 0, delivered = 0, unique_opens = 0, unique_clicks = 0 } = figures
  const { unsubscribes = 0, complaints = 0, hard_bounces = 0, soft_bounces = 0 } = figures
  const bounced = hard_bounces + soft_bounces
  return {
    recipients,
    delivered,
    unique_opens,
    unique_clicks,
    unsubscribes,
    complaints,
    bounces: bounced,
  }
}

function funnel(report: CampaignReport, { messages, local }: Wording): Html {
  const steps = stepsOf(report)
  const row = ([name, value]: [string, number]) => {
    const share = steps.recipients === 0 ? 0 : value / steps.recipients
    const label = messages.steps[name as keyof typeof steps] // the keys of the object
    return html`<tr><th scope="row">${label}</th><td>${local.number(value)}</td><td>${local.percent(share)}</td>
<td class="bar" aria-hidden="true"><span style="width:${Math.min(100, share * 100).toFixed(1)}%"></span></td></tr>\n`
  }
  return section(
    messages.funnel,
    html`<table class="funnel"><tbody>${Object.entries(steps).map(row)}</tbody></table>`,
  )
}

function links({ links: all }: CampaignReport, { messages, local }: Wording): Html {
  if (all.length === 0) return section(messages.links, html`<p>${messages.noLinks}</p>`)
  const rows = [...all]
    .sort((a, b) => b.clicks - a.clicks || a.position - b.position)
    .map(({ url, clicks, unique_clicks, share }) => [
      url,
      ...[local.number(clicks), local.number(unique_clicks), local.percent(share)],
    ])
  const head = [messages.link, messages.clicks, messages.people, messages.share]
  return section(messages.links, table({ head, rows }), { spansPages: true })
}

function domains({ domains: all }: CampaignReport, { messages, local }: Wording): Html {
  const head = ['domain', 'sent', 'bounced', 'opened', 'clicked'] as const
  const rows = all.map(({ domain, sent, bounced, opened, clicked }) => [
    domain,
    ...[sent, bounced, opened, clicked].map(local.number),
  ])
  return section(
    messages.domains,
    table({ caption: messages.domainsNote, head: head.map((key) => messages[key]), rows }),
  )
}

function bounces({ bounce_reasons }: CampaignReport, { messages, local }: Wording): Html {
  if (bounce_reasons.length === 0)
    return section(messages.bounces, html`<p>${messages.noBounces}</p>`)
  const rows = bounce_reasons.map(({ type, kind, count }) => [
    messages.bounceReasons[kind] ?? kind,
    messages.bounceTypes[type],
    local.number(count),
  ])
  const head = [messages.reason, messages.type, messages.count]
  return section(messages.bounces, table({ head, rows }))
}

function test(
  { winner, variants }: NonNullable<CampaignReport['ab_test']>,
  { messages, local }: Wording,
): Html {
  const rows = variants.map(({ variant, delivered, open_rate, click_rate }) => [
    variant === winner
      ? html`<strong>${messages.version(variant)} (${messages.winner})</strong>`
      : messages.version(variant),
    ...[local.number(delivered), local.percent(open_rate), local.percent(click_rate)],
  ])
  const { open_rate, click_rate } = messages.rate
  return section(
    messages.test,
    table({ head: [messages.variant, messages.delivered, open_rate, click_rate], rows }),
  )
}

function comparison(
  { figures }: CampaignReport,
  { campaigns, means }: NonNullable<CampaignReport['comparison']>,
  { language, messages, local }: Wording,
): Html {
  const points = new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'es-ES', {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 2,
  })
  const rows = rates.flatMap((rate) => {
    const mean = means[rate]
    if (mean === undefined || figures[rate] === undefined) return []
    const difference = (figures[rate] - mean) * 100
    const isBad = ['bounce_rate', 'unsubscribe_rate', 'complaint_rate'].includes(rate)
    const rounded = points.format(difference)
    const look = rounded === '0' ? '' : difference > 0 === isBad ? 'worse' : 'better'
    return [
      [
        messages.rate[rate],
        local.percent(figures[rate]),
        local.percent(mean),
        html`<span class="${look}">${rounded}</span>`,
      ],
    ]
  })
  const head = [messages.figure, messages.this, messages.mean(campaigns.length)]
  return section(messages.comparison, table({ head: [...head, messages.difference], rows }))
}

function notes(
  { left_out }: CampaignReport,
  { language, messages, local, now }: Wording & { now?: number },
): Html {
  const list = new Intl.ListFormat(language).format(left_out.map((part) => messages.parts[part]))
  return section(
    messages.notes,
    html`<p>${messages.definitions}</p>
${left_out.length > 0 && html`<p>${messages.leftOut(list)} ${messages.devicesNote}</p>`}
${now !== undefined && html`<p class="quiet">${messages.made(local.time(now))}</p>`}`,
  )
}
