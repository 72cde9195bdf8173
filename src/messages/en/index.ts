import { accountWarnings } from './account-warnings.ts'
import { automationMessages } from './automations.ts'
import { campaignChecks, campaignMail, linkFaults } from './campaigns.ts'
import { consentPage } from './consent-page.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { environment } from './environment.ts'
import { failures } from './failures.ts'
import { fieldWarnings } from './field-warnings.ts'
import { headers } from './headers.ts'
import { imports, people } from './import.ts'
import { login } from './login.ts'
import { mailView } from './mail-view.ts'
import { mails } from './mails.ts'
import { operating } from './operating.ts'
import { pages } from './pages.ts'
import { problems } from './problems.ts'
import { prompts } from './prompts.ts'
import { reference } from './reference.ts'
import { references } from './references.ts'
import { run } from './run.ts'
import { sandboxPage } from './sandbox-page.ts'
import { conditionMessages, segmentFields } from './segments.ts'
import { senderPage } from './sender-page.ts'
import { sending } from './sending.ts'
import { subscriberMail } from './subscriber-mail.ts'
import { rejectReasons, tableUsage, tabular } from './tabular.ts'
import { terminal } from './terminal.ts'
import { values } from './values.ts'
import { verbHints } from './verb-hints.ts'
import { visitorFailures } from './visitor-failures.ts'
import { webhookSignature } from './webhook-signature.ts'

export const en = {
  headers,
  run,
  accountWarnings,
  automationMessages,
  campaignChecks,
  campaignMail,
  linkFaults,
  conditionMessages,
  demo,
  doctor,
  environment,
  failures,
  fieldWarnings,
  imports,
  login,
  mails,
  mailView,
  operating,
  pages,
  people,
  problems,
  prompts,
  reference,
  references,
  rejectReasons,
  sandboxPage,
  segmentFields,
  senderPage,
  consentPage,
  sending,
  subscriberMail,
  tableUsage,
  tabular,
  terminal,
  values,
  verbHints,
  visitorFailures,
  webhookSignature,
}
