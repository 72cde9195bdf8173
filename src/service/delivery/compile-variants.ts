import { Failure } from '../../core/failure.ts'
import { inVariant, readAbTest, variantsOf } from '../campaigns/ab-test.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { TrackedLink } from '../tracking/rewrite-links.ts'
import { type CompiledCampaign, type CompileOptions, compileCampaign } from './compile-campaign.ts'

/** Compiles a campaign, or every variant of its A/B test. */
export function compileVariants(campaign: Campaign, options: CompileOptions): CompiledCampaign {
  const test = readAbTest(campaign)
  if (!test) return compileCampaign(campaign, options)
  const versions = new Map<string | null, CompiledCampaign>()
  const links: TrackedLink[] = []
  for (const variant of variantsOf(test)) {
    const firstLinkPosition = links.length
    const version = compileCampaign(inVariant(campaign, variant), {
      ...options,
      firstLinkPosition,
    })
    versions.set(variant, version)
    links.push(...version.links)
  }
  return {
    links,
    readsFields: [...versions.values()].some(({ readsFields }) => readsFields),
    async compose(recipient, fields, context) {
      const version = versions.get(recipient.variant)
      // Only recipients with a known variant are claimed.
      if (!version) throw new Failure('internal', { values: { recipient: recipient.id } })
      return version.compose(recipient, fields, context)
    },
  }
}
