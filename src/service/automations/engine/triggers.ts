import type { Trigger } from '../../../contract/shapes/automation-node.ts'
import type { Signal } from './signals-read-store.ts'

type Told = Pick<Signal, 'kind' | 'list_id' | 'campaign_id' | 'url' | 'name'>

const isCampaign = (wanted: string | number | undefined, { campaign_id }: Told) =>
  wanted === undefined || Number(wanted) === campaign_id

/** Whether what happened is what lets a contact in; a date comes by itself. */
export function isTriggered(trigger: Trigger, signal: Told): boolean {
  switch (trigger.type) {
    case 'list_joined':
      return signal.kind === 'joined' && Number(trigger.list_id) === signal.list_id
    case 'form':
    case 'confirmed':
      return signal.kind === trigger.type && Number(trigger.list_id) === signal.list_id
    case 'opened':
      return signal.kind === 'open' && isCampaign(trigger.campaign_id, signal)
    case 'clicked':
      return (
        signal.kind === 'click' &&
        isCampaign(trigger.campaign_id, signal) &&
        (trigger.link === undefined || (signal.url ?? '').startsWith(trigger.link))
      )
    case 'event':
      return signal.kind === 'custom' && signal.name === trigger.event
    case 'date_field':
      return false
  }
}
