import { accountWarnings } from './account-warnings.ts'
import { campaignChecks, campaignMail } from './campaigns.ts'
import { demo } from './demo.ts'
import { environment } from './environment.ts'
import { failures } from './failures.ts'
import { headers } from './headers.ts'
import { imports, people } from './import.ts'
import { mails } from './mails.ts'
import { operating } from './operating.ts'
import { pages } from './pages.ts'
import { problems } from './problems.ts'
import { reference } from './reference.ts'
import { run } from './run.ts'
import { senderPage } from './sender-page.ts'
import { subscriberMail } from './subscriber-mail.ts'
import { rejectReasons, tableUsage, tabular } from './tabular.ts'
import { terminal } from './terminal.ts'

export const en = {
  headers,
  run,
  accountWarnings,
  campaignChecks,
  campaignMail,
  demo,
  environment,
  failures,
  imports,
  mails,
  operating,
  pages,
  people,
  problems,
  reference,
  rejectReasons,
  senderPage,
  subscriberMail,
  tableUsage,
  tabular,
  terminal,
}
