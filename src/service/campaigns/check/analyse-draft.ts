import { findBrand } from '../../brands/store.ts'
import { selectAllFields } from '../../lists/fields/store.ts'
import type { Service } from '../../service.ts'
import { everyVariant, readAbTest, variantsOf } from '../ab-test.ts'
import { contentOf } from '../content.ts'
import type { Campaign, CampaignLists } from '../store.ts'
import { analyseContent, type ContentAnalysis } from './analyse-content.ts'

type Draft = Pick<Campaign, 'asunto' | 'preheader' | 'html' | 'text' | 'ab_test' | 'audience_fixed'>

/** Runs the rules about content over everything that a campaign may send. */
export async function analyseDraft(
  { db, rendering }: Pick<Service, 'db' | 'rendering'>,
  accountId: number,
  draft: Draft,
  { included }: CampaignLists,
): Promise<ContentAnalysis> {
  const fields = (await selectAllFields(db, accountId)).filter(({ listId }) =>
    included.includes(listId),
  )
  const brands = await Promise.all(included.map((listId) => findBrand(db, { accountId, listId })))
  const addresses = brands.flatMap(({ address }) => address ?? [])
  const test = readAbTest(draft)
  const names = test ? variantsOf(test) : []
  const input = {
    base: contentOf(draft),
    versions: everyVariant(draft).map((version, index) => ({
      source: contentOf(version),
      variant: names[index],
    })),
    fields: fields.map(({ key, name }) => ({ key, name })),
    // Only if every recipient gets it.
    ...(addresses.length === included.length && { postalAddress: addresses[0] }),
  }
  const analysis = await rendering.run(analyseContent, input, { owner: String(accountId) })
  if (draft.audience_fixed === 0) return analysis
  // The lists of a fixed audience may be gone, and with them the fields.
  const findings = analysis.findings.filter(({ code }) => code !== 'merge_tag_unknown')
  return { ...analysis, findings }
}
