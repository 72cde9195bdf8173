import { selectTotals } from '../campaigns/reporting/counts-store.ts'
import { releasedLease, tryTransition } from '../campaigns/sending/apply-transition.ts'
import { logAfter } from '../log.ts'
import type { Service } from '../service.ts'
import { createAccountJudge } from './judge-account.ts'
import { largestShareOfOneReason } from './largest-refusal.ts'
import { notifyOfCampaign } from './notify-owner.ts'
import { type Excess, findProblem, noFigures, readBase, type SendingFigures } from './reputation.ts'
import { type JudgedCampaign, sampleRefusals, selectSendingCampaigns, setBase } from './store.ts'

const measures = [
  ...(['sent', 'failed', 'uncertain', 'complaints'] as const),
  ...(['hard_bounces', 'soft_bounces', 'returned'] as const),
] as const

/**
 * Returns a step that pauses campaigns whose bounces, complaints or refusals are above the limits, and
 * campaigns of accounts that are above them. Their owner is told by mail and may resume them: then
 * only what goes wrong later counts.
 */
export function createReputationStop(service: Service): () => Promise<boolean> {
  const { db, settings, log } = service
  const judgeAccount = createAccountJudge(service)

  return async () => {
    const campaigns = await selectSendingCampaigns(db)
    if (campaigns.length === 0) return false
    const figures = await readFigures(campaigns)
    let hasNotified = false
    for (const campaign of campaigns) {
      const own = figures.get(campaign.id) ?? noFigures
      if (campaign.base === '') {
        await setBase(db, campaign.id, JSON.stringify(own))
        continue
      }
      const excess = await findExcess(campaign, own)
      if (excess && (await hold(campaign, own, excess))) hasNotified = true
    }
    return hasNotified
  }

  async function readFigures(campaigns: readonly JudgedCampaign[]) {
    const ids = campaigns.map(({ id }) => id)
    const counts = new Map<string, number>()
    for (const { campaign_id, measure, count } of await selectTotals(db, ids, measures)) {
      counts.set(`${campaign_id} ${measure}`, count)
    }
    const figures = new Map<number, SendingFigures>()
    for (const { id, base } of campaigns) {
      const of = (...names: (typeof measures)[number][]) =>
        names.reduce((sum, measure) => sum + (counts.get(`${id} ${measure}`) ?? 0), 0)
      const bounced = of('hard_bounces', 'soft_bounces') - of('returned')
      const own = {
        tried: of('sent', 'failed', 'uncertain'),
        bounces: of('hard_bounces'),
        complaints: of('complaints'),
        // At most: not all have one reason.
        refusals: Math.max(0, of('failed') - bounced),
      }
      const ofRefusals = {
        base: readBase(base),
        limits: { refusals: settings.reputation.refusals },
      }
      if (findProblem(own, ofRefusals)) {
        const share = largestShareOfOneReason(await sampleRefusals(db, id))
        own.refusals = Math.round(own.refusals * share)
      }
      figures.set(id, own)
    }
    return figures
  }

  async function findExcess(
    { account, base }: JudgedCampaign,
    own: SendingFigures,
  ): Promise<Excess | undefined> {
    const problem = findProblem(own, { base: readBase(base), limits: settings.reputation })
    if (problem) return { of: 'campaign', problem, figures: own }
    // A person has resumed it, and knows the figures of the account.
    return base ? undefined : judgeAccount(account)
  }

  /** Returns whether the owner is told. */
  function hold(campaign: JudgedCampaign, own: SendingFigures, excess: Excess): Promise<boolean> {
    return logAfter(log, (log) =>
      db.transaction().execute(async (tx) => {
        const change = {
          ...({ status: 'paused', reason: 'reputation' } as const),
          reputation_base: JSON.stringify(own),
          ...releasedLease,
        }
        if (!(await tryTransition({ tx, log }, campaign.id, 'hold', change))) return false
        const { of, problem, figures } = excess
        log.warn('reputation limit exceeded', { campaign: campaign.id, of, problem, ...figures })
        return notifyOfCampaign(tx, service, campaign, excess)
      }),
    )
  }
}
