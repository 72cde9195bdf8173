import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { runFigures } from './figures-store.ts'
import { findAutomation } from './store.ts'
import { requireDefinition } from './versions-store.ts'
import { summaryOf } from './view.ts'

/** As it is now, with the definition of its newest version or of one before. */
export const get =
  ({ db }: Service): Handler<typeof contract.automations.get> =>
  async ({ id, version: asked }, { account, headers }) => {
    const automation = await findAutomation(db, { accountId: account.id, automationId: id })
    const version = asked ?? automation.version
    const definition = await requireDefinition(db, id, version)
    const figuresOf = await runFigures(db, [id])
    headers.etag = `"${automation.version}"`
    return { ...summaryOf({ ...automation, version }, figuresOf(id)), ...definition }
  }
