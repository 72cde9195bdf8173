import { contentJobs } from './campaigns/content-jobs.ts'
import { renderOptIn } from './contacts/consent/render-opt-in.ts'
import { prepareMail } from './delivery/prepare-mail.ts'
import { serveJobs } from './rendering/serve-jobs.ts'
import { readContent } from './templates/content.ts'

/** The entry point of a thread that works on users' templates. */
serveJobs([...contentJobs, prepareMail, readContent, renderOptIn])
