/** How an account presents itself to its subscribers. Null: not set. */
export interface BrandRow {
  account_id: number
  /** 0: for the whole account. The values of a list replace them. */
  list_id: number
  name: string | null
  logo_url: string | null
  /** `#rrggbb` */
  color: string | null
  /** The name of a font that messages are written in. */
  font: string | null
  site: string | null
  /** The postal address. */
  address: string | null
  privacy_url: string | null
  updated_at: number
}
