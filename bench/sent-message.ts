import { startSink } from '../test/support/mail/smtp-sink.ts'
import {
  createInstallation,
  type Installation,
  startCampaign,
  startInstallation,
} from '../test/support/processes/installation.ts'
import { waitFor } from '../test/support/wait.ts'

/** Returns a message of a campaign with this HTML as the service sends it. */
export async function sentMessage(
  html: string,
  { isSigned, prepare }: { isSigned: boolean; prepare(stage: Installation): Promise<void> },
): Promise<Buffer> {
  const sink = await startSink()
  const stage = await createInstallation(1)
  const flags = isSigned ? [] : ['--relay-signs']
  const service = await startInstallation(stage, { smtpUrl: sink.url, flags })
  try {
    await prepare(stage)
    await startCampaign(stage, html)
    await waitFor(() => sink.messages().length > 0)
    const [sent] = sink.messages()
    if (!sent) throw new Error('no message was sent')
    return sent.raw
  } finally {
    await service.stop()
    await sink.stop()
  }
}
