import type { Messages } from '../index.ts'
import { accountWarnings } from './account-warnings.ts'
import { campaignChecks, campaignMail } from './campaigns.ts'
import { environment } from './environment.ts'
import { failures } from './failures.ts'
import { headers } from './headers.ts'
import { mails } from './mails.ts'
import { operating } from './operating.ts'
import { problems } from './problems.ts'
import { reference } from './reference.ts'
import { run } from './run.ts'
import { senderPage } from './sender-page.ts'
import { rejectReasons, tableUsage, tabular } from './tabular.ts'
import { terminal } from './terminal.ts'

export const es: Messages = {
  headers,
  run,
  accountWarnings,
  campaignChecks,
  campaignMail,
  environment,
  failures,
  mails,
  operating,
  problems,
  reference,
  rejectReasons,
  senderPage,
  tableUsage,
  tabular,
  terminal,
}
