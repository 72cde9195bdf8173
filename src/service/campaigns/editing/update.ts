import type { Input } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { Failure } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import { requireMore } from '../../http/scopes.ts'
import type { Service } from '../../service.ts'
import { refuseBeyondStorage } from '../../users/storage.ts'
import { refuseEdit, statusOf } from '../campaign.ts'
import { keepCampaignReferences } from '../references.ts'
import { preflight } from '../sending/preflight.ts'
import { sendProblems } from '../sending/preflight-checks.ts'
import { refuseTimezoneWithAbTest } from '../sending/schedule.ts'
import { type Campaign, findCampaign, listsOf, setLists, updateCampaign } from '../store.ts'
import { readAttachments } from './attachments.ts'
import { setAttachments } from './attachments-store.ts'
import { readAddress, readLists, readSegment, readTemplate } from './input.ts'
import { refuseSlowContent } from './refuse-slow-content.ts'

type Edit = Input<typeof contract.campaigns.update>

export const update =
  (service: Service): Handler<typeof contract.campaigns.update> =>
  async (edit, { account, ifMatch, transact }) => {
    const attachments = edit.attachments && readAttachments(edit.attachments)
    const { db, clock } = service
    const row = await findCampaign(db, account.id, edit.id)
    const status = statusOf(row)
    if (ifMatch !== undefined && ifMatch !== row.version) throw new Failure('edited_meanwhile')
    refuseEdit(
      { status, audienceFixed: row.audience_fixed === 1, started: row.started_at !== null },
      Object.keys(edit).filter((field) => field !== 'id'),
    )
    // An edit of what is going to be sent decides what people get.
    if (status !== 'draft') requireMore(account, 'campaigns:send')
    if (edit.ab_test && row.by_recipient_timezone === 1) refuseTimezoneWithAbTest()
    const before = (await listsOf(db, account.id, [row.id])).get(row.id) ?? {
      included: [],
      excluded: [],
    }
    const namesLists = edit.list_id !== undefined || edit.exclude_list_id !== undefined
    const lists = namesLists
      ? await readLists(
          db,
          account.id,
          edit.list_id ?? before.included,
          edit.exclude_list_id ?? before.excluded,
        )
      : before
    const segment_id =
      edit.segment_id === undefined
        ? row.segment_id
        : await readSegment(db, account.id, edit.segment_id)
    const change = {
      ...changeOf(edit),
      ...(await readTemplate(db, account.id, edit)),
      segment_id,
      updated_at: clock.now(),
    }
    const edited = { ...row, ...change }
    // A draft may be incomplete. A scheduled campaign must stay ready to send.
    const mayBreak = namesLists || changesContent(edit)
    if (status !== 'draft') await refuseUnsendable(service, edited, lists, { mayBreak })
    else if (changesContent(edit)) await refuseSlowContent(service, account.id, edited)
    return transact(async (tx) => {
      if (!(await updateCampaign(tx, row, change))) throw new Failure('edited_meanwhile')
      if (namesLists) await setLists(tx, row, lists)
      // A draft that has lost a list can still be edited otherwise.
      if (namesLists || edit.segment_id || status !== 'draft') {
        await keepCampaignReferences(tx, account.id, row.id)
      }
      if (attachments) await setAttachments(tx, row, attachments)
      if (attachments || edit.html || edit.text) await refuseBeyondStorage(tx, account.id)
      return { ok: true, status }
    })
  }

async function refuseUnsendable(
  service: Service,
  edited: Campaign,
  lists: Parameters<typeof preflight>[3],
  { mayBreak }: { mayBreak: boolean },
): Promise<void> {
  const draft = { ...edited, scheduled_at: null, isTested: false }
  const checks = await preflight(service, edited.account_id, draft, lists)
  // A campaign that was scheduled before a rule existed can be renamed and moved as before.
  const relevant = mayBreak ? checks : { ...checks, findings: [] }
  const [problem] = sendProblems(relevant, { atOnce: false })
  if (problem) throw problem
}

const changesContent = ({ asunto, preheader, html, text, template_id, ab_test }: Edit): boolean =>
  [asunto, preheader, html, text, template_id, ab_test].some((part) => part !== undefined)

/** Returns the columns that an edit changes. */
function changeOf(edit: Edit): Partial<Campaign> {
  const { reply_to, expect_recipients: expected, utm, ab_test: test } = edit
  const plain = Object.fromEntries(
    (['camp_name', 'asunto', 'preheader', 'html', 'text', 'from_name'] as const).flatMap((name) =>
      edit[name] === undefined ? [] : [[name, edit[name]]],
    ),
  )
  return {
    ...plain,
    ...(edit.from_mail !== undefined && { from_mail: readAddress(edit.from_mail) }),
    ...(reply_to !== undefined && { reply_to: reply_to === null ? null : readAddress(reply_to) }),
    ...(expected !== undefined && {
      expect_min: expected?.min ?? null,
      expect_max: expected?.max ?? null,
    }),
    ...(edit.track_reads !== undefined && { track_reads: isOn(edit.track_reads) ? 1 : 0 }),
    ...(edit.track_links !== undefined && { track_links: isOn(edit.track_links) ? 1 : 0 }),
    ...(utm !== undefined && { utm: JSON.stringify(utm) }),
    ...(test !== undefined && { ab_test: test === null ? null : JSON.stringify(test) }),
  }
}
