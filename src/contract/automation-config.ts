import type { ProblemCode, Values } from '../core/failure.ts'
import type { AutomationNode } from './shapes/automation-node.ts'

type ConfigOf<T extends AutomationNode['type']> = Extract<AutomationNode, { type: T }>['config']

/** Says what is wrong at a place below the config: `/html`, or the config itself. */
export type Wrong = (place: string, code: ProblemCode, values?: Values) => void

/** Whether a name is that of a node of the type: undefined where there is no such node. */
export type IsOfType = (name: string, type: AutomationNode['type']) => boolean | undefined

/** What a shape alone can't say of a node. */
export function checkConfig({ type, config }: AutomationNode, isOfType: IsOfType, wrong: Wrong) {
  if (type === 'send') checkMessage(config, wrong)
  if (type === 'delay') checkDelay(config, wrong)
  if (type === 'split') checkShares(config, wrong)
  if (type === 'wait_event') checkWait(config, isOfType, wrong)
}

/** A name that has to be that of a node of one type. */
export function checkName(
  name: string,
  { place, type }: { place: string; type: AutomationNode['type'] },
  isOfType: IsOfType,
  wrong: Wrong,
): void {
  const isMeant = isOfType(name, type)
  if (isMeant === undefined) wrong(place, 'unknown_node', { node: name })
  else if (!isMeant) wrong(place, 'wrong_node', { type })
}

function checkMessage({ html, text, template_id }: ConfigOf<'send'>, wrong: Wrong): void {
  if (!html?.trim() && !text?.trim() && template_id === undefined) wrong('/html', 'required')
}

const delayKinds = ['period', 'until_hour', 'until_field'] as const

function checkDelay(delay: ConfigOf<'delay'>, wrong: Wrong): void {
  if (delayKinds.filter((kind) => delay[kind] !== undefined).length !== 1) {
    wrong('', 'exactly_one', { choices: delayKinds.join(', ') })
  }
  if (delay.offset_days !== undefined && delay.until_field === undefined) {
    wrong('/offset_days', 'unknown_field')
  }
}

function checkShares({ shares }: ConfigOf<'split'>, wrong: Wrong): void {
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0)
  if (total !== 100) wrong('/shares', 'bad_shares', { total })
}

function checkWait(
  { event, name, node }: ConfigOf<'wait_event'>,
  isOfType: IsOfType,
  wrong: Wrong,
): void {
  const isCustom = event === 'custom'
  if (isCustom && name === undefined) wrong('/name', 'required')
  if (!isCustom && name !== undefined) wrong('/name', 'unknown_field')
  if (node === undefined) return
  if (isCustom) wrong('/node', 'unknown_field')
  else checkName(node, { place: '/node', type: 'send' }, isOfType, wrong)
}
