import { Failure } from '../../core/failure.ts'
import type { Service } from '../service.ts'
import { everyVariant, readAbTest } from './ab-test.ts'
import { hasAudience } from './audience-store.ts'
import { type Choice, chosenBy } from './choice-store.ts'
import { type Content, compileContent } from './content.ts'
import type { SendFacts } from './send-check.ts'
import { measureSends } from './sends.ts'
import { type Campaign, type CampaignLists, findSender } from './store.ts'

export type Draft = Pick<
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

/** Everything that decides whether a campaign may go out. */
export async function gatherFacts(
  service: Service,
  account: number,
  draft: Draft,
  lists: CampaignLists,
): Promise<SendFacts> {
  const { db, reader, clock } = service
  const chosen = await chosenBy(reader, clock, { ...draft, account_id: account })
  const [sender, isAnybody, sends] = await Promise.all([
    findSender(db, account, draft.from_mail),
    hasAudience(reader, account, lists, chosen),
    measureSends(service, { account, campaign: draft, lists, chosen }),
  ])
  const versions = everyVariant(draft)
  const compiled = versions.map(compileOrBroken)
  const shown = versions.find(isEmpty) ?? largestOf(versions)
  return {
    fromMail: draft.from_mail,
    sender: sender && {
      isVerified: sender.verified_at !== null,
      isAligned:
        sender.checked_at === null ? undefined : sender.spf + sender.dkim + sender.dmarc === 3,
    },
    hasAudience: isAnybody,
    sends,
    asunto: shown.asunto,
    html: shown.html,
    text: shown.text,
    broken: compiled.find((content) => content instanceof Failure),
    mentionsUnsubscribe: compiled.every(
      (content) => !(content instanceof Failure) && content.mentionsUnsubscribe,
    ),
    uncounted: uncountedOf(draft),
    isTracked: draft.track_reads + draft.track_links > 0,
    isTested: draft.isTested,
    scheduledAt: draft.scheduled_at,
    now: clock.now(),
  }
}

/** Whether the campaign would go to anybody just now. */
export async function isAnybodyAddressed(
  { reader, clock }: Pick<Service, 'reader' | 'clock'>,
  choice: Choice,
  lists: CampaignLists,
): Promise<boolean> {
  const chosen = await chosenBy(reader, clock, choice)
  return hasAudience(reader, choice.account_id, lists, chosen)
}

const isEmpty = ({ asunto, html, text }: Draft): boolean =>
  asunto.trim() === '' || (html.trim() === '' && text.trim() === '')

const largestOf = (versions: readonly [Draft, ...Draft[]]): Draft =>
  versions.reduce((one, other) => (other.html.length > one.html.length ? other : one))

/** Where nothing is counted every version is as good as the others. */
function uncountedOf(draft: Draft) {
  const winner = readAbTest(draft)?.winner
  if (winner === 'open' && draft.track_reads === 0) return 'track_reads'
  return winner === 'click' && draft.track_links === 0 ? 'track_links' : undefined
}

function compileOrBroken(draft: Draft): Content | Failure {
  try {
    return compileContent(draft, { unsubscribeWords: '' })
  } catch (error) {
    if (error instanceof Failure && error.code === 'merge_tag_broken') return error
    throw error
  }
}
