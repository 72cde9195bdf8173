import { archivePages } from './archive-pages.ts'
import { emptyLines, formBodies, stalledBodies } from './bodies.ts'
import type { FloodCase } from './flood-case.ts'
import { newUsers, takenUserNames } from './new-users.ts'
import { pageRequests, pixels } from './pages.ts'
import { passwords } from './passwords.ts'
import { checks, hostileTemplate, previews } from './previews.ts'
import { segmentPreviews } from './segment-previews.ts'
import { longTemplate, loopTemplate } from './templates.ts'
import { testSends } from './test-sends.ts'

/** All cases, in the order of the table. */
export const floodCases: readonly FloodCase[] = [
  passwords,
  takenUserNames,
  newUsers,
  previews,
  checks,
  hostileTemplate,
  loopTemplate,
  longTemplate,
  segmentPreviews,
  archivePages,
  pageRequests,
  pixels,
  testSends,
  formBodies,
  emptyLines,
  stalledBodies,
]
