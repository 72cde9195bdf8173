import { text, time } from '../command/view.ts'

export const eventColumns = [time('at'), text('type'), text('contact_id'), text('campaign_id')]
