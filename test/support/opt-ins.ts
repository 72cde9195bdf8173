import { addSender } from './campaign-fixtures.ts'
import { testClock } from './clock.ts'
import { startSink } from './mail/smtp-sink.ts'
import { rememberedApi, startService, type TestService } from './service.ts'
import { waitFor } from './wait.ts'

interface OptInOptions {
  /** Default: mail goes out. */
  workers?: boolean
  /** Default: the account has a verified sender. */
  sender?: boolean
  plan?: string
}

type Api = Pick<TestService, 'api'>

/** A service with lists that use double opt-in, at the beginning of a day and of a week in UTC. */
export async function startOptIns({ workers = true, sender = true, plan }: OptInOptions = {}) {
  const clock = testClock(Date.parse('2027-03-04T00:10:00Z'))
  const sink = await startSink()
  const server = await startService({ clock, workers, settings: { smtpUrl: sink.url } })
  const { db } = server.service
  const api = await rememberedApi(server)
  if (sender) await addSender(server)
  if (plan) await db.updateTable('accounts').set({ plan }).execute()
  let lists = 0

  return {
    server,
    clock,
    sink,
    api,
    async newList(account: Api = { api }, name = `list ${++lists}`) {
      const { body } = await account.api('POST', '/lists', { name, double_optin: true })
      const { public_id: publicId } = (await account.api('GET', `/lists/${body.id}`)).body
      return { id: body.id as number, publicId: publicId as string }
    },
    /** Submits the public form of a list. */
    submit: (list_id: string, email: string) =>
      server.request('POST', '/v3/api/public/subscribe', { list_id, email }),
    /** The opt-in mails that were queued, whatever became of them. */
    optIns: () =>
      db
        .selectFrom('messages')
        .select(['to_mail', 'account_id', 'created_at'])
        .where('kind', '=', 'optin')
        .orderBy('id')
        .execute(),
    /** The number of opt-in mails that wait. */
    waiting: async () => (await db.selectFrom('optin_requests').select('id').execute()).length,
    /** Lets the workers run until every queued message is out. */
    settle: () =>
      waitFor(async () => {
        clock.advance(1000)
        const query = db.selectFrom('messages').select('id').where('state', '!=', 'sent')
        return (await query.execute()).length === 0
      }),
    async close() {
      await server.close()
      await sink.stop()
    },
  }
}
