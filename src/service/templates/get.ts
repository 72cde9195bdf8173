import type { contract } from '../../contract/index.ts'
import { toPortable } from '../../contract/portable-template.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireTemplate } from './store.ts'
import { detailOf } from './view.ts'

export const get =
  ({ db }: Service): Handler<typeof contract.templates.get> =>
  async ({ id, version, export: isExport }, { account, headers }) => {
    const template = await requireTemplate(db, { accountId: account.id, templateId: id }, version)
    headers.etag = `"${template.revision}"`
    return isOn(isExport) ? toPortable(template) : detailOf(template)
  }
