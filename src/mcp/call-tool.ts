import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Fields } from '../client/request.ts'
import { check } from '../contract/check.ts'
import type { Endpoint, Page } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { requestShape } from '../contract/request-shape.ts'
import { Failure, refuse } from '../core/failure.ts'
import { newUuid } from '../core/ids.ts'
import type { Account } from './account.ts'
import { digestOf, lastsMinutes } from './confirmations.ts'
import { permissionSentence } from './permission.ts'
import { makePlan, type Plan } from './plan.ts'
import { dataResult, failureResult, plannedResult, refusalResult } from './results.ts'
import { choiceField, confirmationField } from './schema.ts'
import { blockersOf } from './send-check.ts'
import type { Session } from './session.ts'
import { isGrave, type Member, type Surface } from './surface.ts'

/** One call of a tool, from what was given to what is said about it. Refusals are results, not errors. */
export async function callTool(
  session: Session,
  tool: Surface,
  given: Fields,
): Promise<CallToolResult> {
  const { words } = session
  const account = await session.account()
  if (!account.permissions.includes(tool.permission)) {
    return refusalResult(permissionSentence(account, tool.permission, words))
  }
  const { [choiceField]: choice, [confirmationField]: confirmation, ...rest } = given
  const member = tool.members.length === 1 ? tool.members[0] : memberOf(tool, choice)
  if (!member) {
    const choices = tool.members.map((each) => each.choice).join(', ')
    return refusalResult(words.own.unknownChoice(choices))
  }
  try {
    const request = requestOf(member, rest)
    if (isGrave(member, request)) {
      return await callConfirmed(session, account, { member, request, confirmation })
    }
    return await callAtOnce(session, { member, request })
  } catch (error) {
    if (error instanceof Failure) return failureResult(error, words, member.endpoint)
    throw error
  }
}

const memberOf = ({ members }: Surface, choice: unknown): Member | undefined =>
  members.find((each) => each.choice === choice)

/** Failure `invalid` for what the contract does not take, or is not offered here. */
function requestOf({ endpoint, omit = [], fixed = {}, needs = [] }: Member, given: Fields): Fields {
  const hidden = [...omit, ...Object.keys(fixed)].filter((name) => Object.hasOwn(given, name))
  const missing = needs.filter((name) => given[name] === undefined)
  refuse([
    ...hidden.map((field) => ({ field, code: 'unknown_field' as const })),
    ...missing.map((field) => ({ field, code: 'required' as const })),
  ])
  const request = { ...given, ...fixed }
  const checked = check(requestShape(endpoint), request)
  if ('problems' in checked) throw new Failure('invalid', { problems: checked.problems })
  return request
}

interface Asked {
  member: Member
  request: Fields
}

async function callAtOnce({ client, words }: Session, { member, request }: Asked) {
  const { endpoint, onlyWhile } = member
  const before = onlyWhile && (await stateOf({ client }, { member, request }))
  if (before && before.status !== onlyWhile) return refusalResult(words.own.refusals.not_draft)
  const { data } = await client.call(endpoint, request as never, {
    idempotencyKey: newUuid(),
    ...(before?.version && { ifMatch: before.version }),
  })
  return dataResult(shown(endpoint, data as object), words) // every answer is an object or a page
}

/** The state of what an edit changes, and the version that the edit is then based on. */
async function stateOf({ client }: Pick<Session, 'client'>, { member, request }: Asked) {
  const { get } = member.noun === 'automations' ? contract.automations : contract.campaigns
  const { data, headers } = await client.call(get as typeof contract.campaigns.get, {
    id: Number(request.id),
  })
  return { status: data.status, version: headers.etag }
}

/** The first call plans; the second one carries out exactly that plan, once. */
async function callConfirmed(
  session: Session,
  account: Account,
  { member, request, confirmation }: Asked & { confirmation: unknown },
): Promise<CallToolResult> {
  const { client, words, confirmations } = session
  const plan = await makePlan(session, account, { member, request })
  const blockers = blockersOf(plan.checks, words)
  if (blockers.length > 0) return refusalResult(words.own.notReady, ...blockers)
  const owner = String(account.id ?? '')
  if (confirmation === undefined) {
    const given = confirmations.give(owner, plan)
    return plannedResult(
      words.own.planned(lastsMinutes),
      { plan, [confirmationField]: given },
      words,
    )
  }
  const refusal = confirmations.take(owner, plan, String(confirmation))
  if (refusal) return refusalResult(words.own.refusals[refusal])
  const guard = await guardOf(session, member, plan)
  const { data } = await client.call(member.endpoint, { ...request, ...guard } as never, {
    // What another process of the same service was told before is not done again.
    idempotencyKey: `confirmed-${digestOf(confirmation)}`,
  })
  return dataResult(shown(member.endpoint, data as object), words) // likewise
}

/** To no more people than was agreed: whoever joins meanwhile makes the server hold it. */
async function guardOf({ client }: Session, { id }: Member, plan: Plan): Promise<Fields> {
  const count = plan.recipients?.count
  const isOpen = id === 'campaigns.send' && plan.arguments.expect_recipients === undefined
  if (!isOpen || count === undefined || !(await client.offers('expect-recipients'))) return {}
  return { expect_recipients: { min: 0, max: count } }
}

function shown({ output }: Endpoint, data: object): object {
  if (output.kind !== 'list') return data
  const { items, nextCursor, total } = data as Page<object> // a list's answer
  return {
    items,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    ...(total !== undefined && { total }),
  }
}
