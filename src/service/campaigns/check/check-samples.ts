import { messages } from '../../../messages/all.ts'
import { inOneReader } from '../../database/reader.ts'
import { selectAllFields } from '../../lists/fields/store.ts'
import type { Service } from '../../service.ts'
import { everyVariant } from '../ab-test.ts'
import { contentOf } from '../content.ts'
import { fieldValuesOf } from '../field-values-store.ts'
import { placeholderUrls } from '../public/subscriber-urls.ts'
import { audienceFilter } from '../sending/audience-filter.ts'
import type { Campaign, CampaignLists } from '../store.ts'
import type { Finding } from './finding.ts'
import type { ShownField } from './merge-tags.ts'
import { renderSamples, type SamplesReport } from './render-samples.ts'
import { countEmpty, type SampledContact, selectExamined } from './sample-store.ts'

/** How many recipients a message is rendered for. */
const sampleSize = 50

/** Among so many, the sample is chosen; among so many, missing values are counted. */
const maxExamined = 2000
const maxCounted = 50_000

const maxFields = 20

interface SamplesQuery {
  campaign: Campaign
  lists: CampaignLists
  shown: readonly ShownField[]
}

/** Renders a campaign for a sample of its recipients, and counts those without a value it shows. */
export async function checkSamples(
  service: Pick<Service, 'reader' | 'clock' | 'rendering'>,
  { campaign, lists, shown }: SamplesQuery,
): Promise<SamplesReport> {
  const { reader, clock, rendering } = service
  if (lists.included.length === 0) return { findings: [], renderedBytes: 0 }
  const account = campaign.account_id
  const { recipients, empty } = await inOneReader(reader, async (one) => {
    const filter = await audienceFilter(one, clock, campaign)
    const query = { account, lists, filter }
    const examined = await selectExamined(one, { ...query, limit: maxExamined })
    const sample = chooseSample(examined)
    const values = await fieldValuesOf(
      one,
      account,
      sample.map(({ id }) => id),
    )
    const known = await selectAllFields(one, account)
    const counted = shown.slice(0, maxFields).map(({ key, place }) => {
      const fields = known.filter(
        (field) => field.key === key && lists.included.includes(field.listId),
      )
      return { key, place, name: fields[0]?.name ?? key, ids: fields.map(({ id }) => id) }
    })
    const counts =
      counted.length === 0
        ? { total: 0, empty: [] }
        : await countEmpty(one, { ...query, limit: maxCounted }, counted)
    return {
      recipients: sample.map(({ id, email, nombre }) => ({
        ...values.get(id),
        ...{ email, nombre, conversion_token: 'test' },
        ...placeholderUrls('https://mail.example'),
      })),
      empty: counted.flatMap(({ name, place }, index): Finding[] => {
        const count = counts.empty[index] ?? 0
        const values = { count, total: counts.total, field: name }
        return count === 0
          ? []
          : [{ code: 'field_empty', level: 'warn', values, ...(place && { place }) }]
      }),
    }
  })
  const input = {
    versions: everyVariant(campaign).map(contentOf),
    unsubscribeText: messages.en.campaignMail.unsubscribe,
    recipients,
  }
  const report = await rendering.run(renderSamples, input, { owner: String(account) })
  return { ...report, findings: [...empty, ...report.findings] }
}

/** Returns the fullest, the emptiest and those with the longest values, each once. */
function chooseSample(examined: readonly SampledContact[]): SampledContact[] {
  const third = Math.ceil(sampleSize / 3)
  const orders: ((a: SampledContact, b: SampledContact) => number)[] = [
    (a, b) => b.filled - a.filled || a.id - b.id,
    (a, b) =>
      Number(a.nombre !== '') - Number(b.nombre !== '') || a.filled - b.filled || a.id - b.id,
    (a, b) => b.length - a.length || a.id - b.id,
  ]
  const chosen = new Map<number, SampledContact>()
  for (const order of orders) {
    for (const contact of [...examined].sort(order).slice(0, third)) chosen.set(contact.id, contact)
  }
  for (const contact of examined) {
    if (chosen.size >= sampleSize) break
    chosen.set(contact.id, contact)
  }
  return [...chosen.values()].slice(0, sampleSize)
}
