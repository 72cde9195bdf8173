import { Failure } from '../../../core/failure.ts'
import type { Service } from '../../service.ts'
import { everyVariant } from '../ab-test.ts'
import { contentOf } from '../content.ts'
import { checkContent } from '../content-jobs.ts'
import type { Campaign } from '../store.ts'

type Draft = Pick<Campaign, 'asunto' | 'preheader' | 'html' | 'text' | 'ab_test'>

/** Refuses a draft that could not be rendered in time. Its merge tags may still be incomplete. */
export async function refuseSlowContent(
  { rendering }: Pick<Service, 'rendering'>,
  accountId: number,
  draft: Draft,
): Promise<void> {
  const versions = everyVariant(draft).map(contentOf)
  const { broken } = await rendering.run(checkContent, versions, { owner: String(accountId) })
  if (broken && broken.code !== 'merge_tag_broken') throw new Failure(broken.code, broken.details)
}
