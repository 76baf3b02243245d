import { afterEach, expect, test, vi } from 'vitest'
import { contactName } from '../conversations/name-words.ts'
import { notify } from '../conversations/notifications.ts'
import { handlingCsv } from '../overview/handling-figures.ts'
import { tabTitle } from './document-title.ts'
import { downloadText } from './download-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a customer, a model or another user may write. */
const HOSTILE =
  '\u001B[2J\u009B2J\u0000 \u202Egpj.exe\u2066\u2069\u200E\u061C a\r\n\u2028b\u0085 \u200B\uFEFF\u00AD\u3164\u{E0041}\uD800 =1'

const row = {
  id: '1',
  agentId: 'a',
  lastMessageAt: 't',
  handledBy: 'asked',
  failure: null,
  firstAnswerMs: null,
  usd: 1,
} as const

/** What a browser shows outside a page. Each returns the text. */
const PRINTERS: Readonly<Record<string, () => string>> = {
  'the title of the tab': () => tabTitle(HOSTILE),
  'the name of a customer': () => contactName({ name: HOSTILE, phoneNumber: '' }),
  'a notification': () => {
    const shown: string[] = []
    class Notification {
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        shown.push(title, body)
      }
    }
    vi.stubGlobal('Notification', Notification)
    notify(HOSTILE, { body: HOSTILE })
    return shown.join(' ')
  },
  'the name of a saved file': () => {
    const link = { href: '', download: '', click: () => {} }
    vi.stubGlobal('document', { createElement: () => link })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
    downloadText(HOSTILE, 'text/plain', '')
    return link.download
  },
  'a CSV file': () =>
    handlingCsv([{ ...row, contact: HOSTILE, agentName: HOSTILE, reason: HOSTILE }]).replaceAll('\r\n', '\n'),
}

test.each(Object.entries(PRINTERS))('a hostile text is harmless in %s', (_, print) => {
  const shown = print()
  expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
  expect(shown).toContain('gpj.exe')
})
