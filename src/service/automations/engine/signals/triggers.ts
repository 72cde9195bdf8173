import type { Trigger } from '../../../../contract/shapes/flows/automation-node.ts'
import type { Signal } from './signals-store.ts'

type TriggerSignal = Pick<Signal, 'kind' | 'list_id' | 'campaign_id' | 'url' | 'name'>

const matchesCampaign = (wanted: string | number | undefined, { campaign_id }: TriggerSignal) =>
  wanted === undefined || Number(wanted) === campaign_id

/** Whether a signal fires the trigger. Date triggers do not use signals. */
export function matchesTrigger(trigger: Trigger, signal: TriggerSignal): boolean {
  switch (trigger.type) {
    case 'list_joined':
      return signal.kind === 'joined' && Number(trigger.list_id) === signal.list_id
    case 'form':
    case 'confirmed':
      return signal.kind === trigger.type && Number(trigger.list_id) === signal.list_id
    case 'opened':
      return signal.kind === 'open' && matchesCampaign(trigger.campaign_id, signal)
    case 'clicked':
      return (
        signal.kind === 'click' &&
        matchesCampaign(trigger.campaign_id, signal) &&
        (trigger.link === undefined || (signal.url ?? '').startsWith(trigger.link))
      )
    case 'event':
      return signal.kind === 'custom' && signal.name === trigger.event
    case 'date_field':
      return false
  }
}
