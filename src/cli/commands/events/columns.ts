import { text, time } from '../../view.ts'

export const eventColumns = [time('at'), text('type'), text('contact_id'), text('campaign_id')]
