import type { Client } from '../client/client.ts'
import { automations } from '../contract/modules/automations.ts'
import { ifOffered } from './not-offered.ts'

/**
 * Returns how many contacts would enter an automation when it is activated; undefined where the server
 * cannot rehearse it. Throws what the activation would throw.
 */
export async function rehearseActivation(client: Client, id: number): Promise<number | undefined> {
  if (!(await client.offers('dry-run'))) return undefined
  const answer = await ifOffered(client.call(automations.activate, { id, dry_run: true }))
  return answer?.data.enter
}
