import type { Service } from '../../service.ts'
import type { Campaign, CampaignLists } from '../store.ts'
import type { ContentAnalysis } from './analyse-content.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkSamples } from './check-samples.ts'
import type { SamplesReport } from './render-samples.ts'

interface Inspected {
  campaign: Campaign
  lists: CampaignLists
  analysis: ContentAnalysis
  /** False when the message does not render or the audience is unknown. */
  canRender: boolean
}

const nothing: SamplesReport = { findings: [], renderedBytes: 0 }

/** Runs the rules that need recipients or the network. They take seconds, so a send leaves them out. */
export async function inspect(
  service: Service,
  { campaign, lists, analysis, canRender }: Inspected,
): Promise<SamplesReport> {
  const [samples, answers] = await Promise.all([
    canRender ? checkSamples(service, { campaign, lists, shown: analysis.shown }) : nothing,
    checkAddresses(service, campaign.account_id, analysis.addresses),
  ])
  return { ...samples, findings: [...samples.findings, ...answers] }
}
