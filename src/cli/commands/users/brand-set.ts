import { brand } from '../../../contract/modules/brand.ts'
import { defineCommand } from '../../command/command.ts'
import { brandFields, brandFlags } from '../../users/brand-columns.ts'

export const command = defineCommand({
  endpoint: brand.set,
  fields: brandFlags,
  examples: [
    'users brand set --name "Blue Bakery" --accent-color "#0b57d0" --logo https://shop.example/logo.png',
    'users brand set --address "1 Main Street, Dublin" --privacy-url https://shop.example/privacy',
    'users brand set --list Customers --logo ""',
  ],
  view: { fields: brandFields },
})
