import { Failure } from '../../core/failure.ts'
import { inVariant, readAbTest, variantsOf } from '../campaigns/ab-test.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { TrackedLink } from '../tracking/rewrite.ts'
import { type CompiledCampaign, type CompileOptions, compileCampaign } from './compile.ts'

/** A campaign, or every version of its A/B test, of which each recipient gets their own. */
export function compileVariants(campaign: Campaign, options: CompileOptions): CompiledCampaign {
  const test = readAbTest(campaign)
  if (!test) return compileCampaign(campaign, options)
  const versions = new Map<string | null, CompiledCampaign>()
  const links: TrackedLink[] = []
  for (const variant of variantsOf(test)) {
    const firstLink = links.length
    const version = compileCampaign(inVariant(campaign, variant), { ...options, firstLink })
    versions.set(variant, version)
    links.push(...version.links)
  }
  return {
    links,
    readsFields: [...versions.values()].some(({ readsFields }) => readsFields),
    async compose(recipient, fields, making) {
      const version = versions.get(recipient.variant)
      // Nobody is claimed whose version is not known.
      if (!version) throw new Failure('internal', { values: { recipient: recipient.id } })
      return version.compose(recipient, fields, making)
    },
  }
}
