import type { Brand } from './store.ts'

/** What merge tags show of the sender of a message. */
export interface SenderValues {
  sender_name: string
  postal_address: string
  /** The sender and its address in the automatic footer. No custom field can have this name. */
  footer_sender: string
}

/** Returns the address of a brand on one line. */
const addressLine = (address: string | null): string =>
  (address ?? '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')

/** Returns the values of a brand. `name` stands in for a brand without one. */
export function senderValues(brand: Pick<Brand, 'name' | 'address'>, name: string): SenderValues {
  const sender_name = brand.name || name
  const postal_address = addressLine(brand.address)
  const footer_sender = postal_address === '' ? '' : `${sender_name} · ${postal_address}`
  return { sender_name, postal_address, footer_sender }
}
