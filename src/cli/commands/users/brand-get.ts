import { brand } from '../../../contract/modules/brand.ts'
import { defineCommand } from '../../command/command.ts'
import { brandFields, brandFlags } from '../../users/brand-columns.ts'

export const command = defineCommand({
  endpoint: brand.get,
  fields: brandFlags,
  examples: ['users brand get', 'users brand get --list Customers'],
  view: { fields: brandFields },
})
