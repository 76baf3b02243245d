import { settings } from '../../platform/settings.ts'
import { type Capabilities, CONTENT_TYPES } from '../port.ts'

/** The limits of buttons; more, or longer ones, are a list. */
export const BUTTONS = { most: 3, longestLabel: 20, mostRows: 10, longestRow: 24, longestText: 1024 }

export const providerCapabilities: Capabilities = {
  get windowSeconds() {
    return settings.SERVICE_WINDOW_SECONDS
  },
  hasTemplates: true,
  buttons: BUTTONS,
  contentTypes: CONTENT_TYPES,
  numberRequest: (text) => ({
    type: 'request_contact_info',
    body: { text },
    action: { name: 'request_contact_info' },
  }),
  longestText: 4096,
  longestCaption: 1024,
  chargesMessages: true,
  textStyle: { bold: '*', italic: '_', strike: '~', code: '`', block: '```', quote: '> ' },
  mediaKinds: ['image', 'video', 'audio', 'sticker', 'document'],
  returnsCallbackData: true,
  customerLink: (number, text) =>
    `https://wa.me/${number}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`,
}
