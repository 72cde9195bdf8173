import type { DnsRecord } from '../../contract/shapes/sender.ts'
import type { Messages } from '../../messages/index.ts'
import { formatHostPort, type HostPort } from './host-port.ts'
import type { Notices } from './notices.ts'
import { writeRelayHook } from './relay-hook-file.ts'

/** What a service that has started tells its operator. */
interface Announced {
  url: string
  inbox?: HostPort
  firstAccount?: { username: string; pass: string }
  unreachableAdmin?: { username: string; email: string }
  relayHookUrl?: string
  consentChange?: { complaints: number; bounces: number; erased: number; contacts: number }
  connectionShortage(): Promise<{ needed: number; available: number } | undefined>
  unpublishedKeys(): Promise<DnsRecord[]>
}

interface Surroundings {
  folder: string
  isSandbox: boolean
  isOnHold: boolean
  /** Where the password of the first account was written. Empty if it was not. */
  accountFile: string
  showsSecrets: boolean
}

export async function announce(
  { notices, operating }: { notices: Notices; operating: Messages['operating'] },
  installation: Announced,
  { folder, isSandbox, isOnHold, accountFile, showsSecrets }: Surroundings,
): Promise<void> {
  const { url, inbox, firstAccount, unreachableAdmin, relayHookUrl, consentChange } = installation
  if (!isSandbox && firstAccount) {
    const { username } = firstAccount
    notices.note(
      accountFile === ''
        ? operating.firstAccount(firstAccount)
        : operating.firstAccountIn({ username, file: accountFile }),
    )
  }
  if (unreachableAdmin && !isSandbox) {
    await notices.warn(operating.adminUnreachable(unreachableAdmin))
  }
  const shortage = await installation.connectionShortage()
  if (shortage) await notices.warn(operating.connectionShortage(shortage))
  if (isOnHold) notices.note(operating.onHold)
  if (consentChange) notices.note(operating.consentChanged(consentChange))
  if (inbox) notices.note(operating.bounceInboxReady(formatHostPort(inbox)))
  if (relayHookUrl && showsSecrets) notices.note(operating.relayHookReady(relayHookUrl))
  else if (relayHookUrl) {
    notices.note(operating.relayHookIn(writeRelayHook(folder, relayHookUrl)))
  }
  notices.note(operating.listening(url))
  // Do not wait: DNS may be slow, and the service works without the answer.
  void installation.unpublishedKeys().then((records) => {
    for (const record of records) notices.note(operating.publishKey(record))
  })
}
