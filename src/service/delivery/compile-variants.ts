import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { inVariant, readAbTest, variantsOf } from '../campaigns/ab-test.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { RenderThreads } from '../rendering/render-threads.ts'
import type { TrackedLink } from '../tracking/rewrite-links.ts'
import { type CompiledCampaign, type CompileOptions, compileCampaign } from './compile-campaign.ts'
import { prepareMail } from './prepare-mail.ts'

interface VariantOptions extends CompileOptions {
  rendering: RenderThreads
  /** Language of the footer. */
  language: Language
  /** The postal addresses of the account and its lists. */
  postalAddresses: readonly string[]
}

/** Compiles a campaign, or every variant of its A/B test. */
export async function compileVariants(
  campaign: Campaign,
  options: VariantOptions,
): Promise<CompiledCampaign> {
  const test = readAbTest(campaign)
  const versions = new Map<string | null, CompiledCampaign>()
  const links: TrackedLink[] = []
  for (const variant of test ? variantsOf(test) : [null]) {
    const version = await compileVersion(inVariant(campaign, variant), links.length, options)
    versions.set(variant, version)
    links.push(...version.links)
  }
  return {
    links,
    readsFields: [...versions.values()].some(({ readsFields }) => readsFields),
    readsSender: [...versions.values()].some(({ readsSender }) => readsSender),
    readsEvent: [...versions.values()].some(({ readsEvent }) => readsEvent),
    isSigned: [...versions.values()].some(({ isSigned }) => isSigned),
    compose(recipient, fields, context) {
      const version = versions.get(test ? recipient.variant : null)
      // Only recipients with a known variant are claimed.
      if (!version) throw new Failure('internal', { values: { recipient: recipient.id } })
      return version.compose(recipient, fields, context)
    },
  }
}

async function compileVersion(
  campaign: Campaign,
  firstLinkPosition: number,
  { rendering, language, postalAddresses, ...options }: VariantOptions,
): Promise<CompiledCampaign> {
  const { asunto, preheader, html, text, track_reads, track_links, utm } = campaign
  const source = { asunto, preheader, html, text, track_reads, track_links, utm }
  const prepared = await rendering.run(
    prepareMail,
    { campaign: source, language, postalAddresses, firstLinkPosition },
    { owner: 'send', purpose: 'send' },
  )
  return compileCampaign(campaign, prepared, options)
}
