import { Failure } from '../../../core/failure.ts'
import type { Service } from '../../service.ts'
import { everyVariant, readAbTest } from '../ab-test.ts'
import type { ContentAnalysis } from '../check/analyse-content.ts'
import { analyseDraft } from '../check/analyse-draft.ts'
import { contentOf } from '../content.ts'
import { checkContent } from '../content-jobs.ts'
import { findGone } from '../references.ts'
import { type Campaign, type CampaignLists, findSender } from '../store.ts'
import { audienceFilter } from './audience-filter.ts'
import { hasAudience } from './audience-store.ts'
import type { PreflightInput } from './preflight-checks.ts'
import { checkQuota } from './quota-check.ts'

type Draft = Pick<
  Campaign,
  | 'asunto'
  | 'preheader'
  | 'html'
  | 'text'
  | 'from_mail'
  | 'track_reads'
  | 'track_links'
  | 'scheduled_at'
  | 'segment_id'
  | 'resend_of'
  | 'resend_to'
  | 'ab_test'
  | 'audience_fixed'
  | 'recipients'
> & { isTested: boolean; reserved: number }

/** What the preflight found out, with what the check continues from. */
interface Preflight extends PreflightInput {
  analysis: ContentAnalysis
}

/** Collects everything that decides whether a campaign may be sent. */
export async function preflight(
  service: Service,
  account: number,
  draft: Draft,
  lists: CampaignLists,
): Promise<Preflight> {
  const { db, reader, clock, rendering } = service
  const segmentId = draft.segment_id
  // A fixed audience no longer needs what it was made from.
  const [gone] = draft.audience_fixed === 1 ? [] : await findGone(db, account, { lists, segmentId })
  // Without its segment the audience is unknown, and nothing is sent anyway.
  const columns = { ...draft, account_id: account, ...(gone && { segment_id: null }) }
  const filter = await audienceFilter(reader, clock, columns)
  const [sender, hasRecipient, quota] = await Promise.all([
    findSender(db, account, draft.from_mail),
    hasAudience(reader, account, lists, filter),
    checkQuota(service, { account, campaign: draft, lists, filter }),
  ])
  const versions = everyVariant(draft)
  const { broken, mentionsUnsubscribe } = await rendering.run(
    checkContent,
    versions.map(contentOf),
    { owner: String(account) },
  )
  const analysis = await analyseDraft(service, account, draft, lists)
  const checked = versions.find(isEmpty) ?? largestOf(versions)
  return {
    fromMail: draft.from_mail,
    sender: sender && {
      isVerified: sender.verified_at !== null,
      isAligned:
        sender.checked_at === null ? undefined : sender.spf + sender.dkim + sender.dmarc === 3,
    },
    gone,
    hasAudience: hasRecipient,
    quota,
    asunto: checked.asunto,
    html: checked.html,
    text: checked.text,
    broken: broken && new Failure(broken.code, broken.details),
    mentionsUnsubscribe,
    findings: analysis.findings,
    analysis,
    uncounted: uncountedOf(draft),
    isTracked: draft.track_reads + draft.track_links > 0,
    isTested: draft.isTested,
    scheduledAt: draft.scheduled_at,
    now: clock.now(),
  }
}

const isEmpty = ({ asunto, html, text }: Draft): boolean =>
  asunto.trim() === '' || (html.trim() === '' && text.trim() === '')

const largestOf = (versions: readonly [Draft, ...Draft[]]): Draft =>
  versions.reduce((largest, version) =>
    version.html.length > largest.html.length ? version : largest,
  )

/** Returns the tracking option that the A/B test needs to find a winner and that is off. */
function uncountedOf(draft: Draft) {
  const winner = readAbTest(draft)?.winner
  if (winner === 'open' && draft.track_reads === 0) return 'track_reads'
  return winner === 'click' && draft.track_links === 0 ? 'track_links' : undefined
}
