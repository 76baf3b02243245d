import type { SendOutcome } from '@replywright/core/channel/port.ts'
import { composeMessage } from '@replywright/core/channel/provider/compose-message.ts'
import type { MessageEdge } from '@replywright/core/channel/provider/message-edge.ts'
import { readOutcome } from '@replywright/core/channel/provider/read-outcome.ts'
import { sendMarketing } from '@replywright/core/channel/provider/send-marketing.ts'
import { startProvider } from '@replywright/simulators/provider/provider.ts'
import { startReceiver } from '@replywright/simulators/receiver/receiver.ts'

export interface EraResult {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** The call. */
  readonly what: string
  /** Why it fails, if it does. */
  readonly problem?: string
}

const NUMBER = { phoneNumberId: '100000000000001', displayPhoneNumber: '447700900100', wabaId: '200000000000001' }
const CUSTOMER = '447700900200'
const TEMPLATES = [
  { name: 'order', category: 'UTILITY' as const },
  { name: 'offer', category: 'MARKETING' as const },
].map(({ name, category }) => ({
  wabaId: NUMBER.wabaId,
  name,
  language: 'en',
  category,
  components: [{ type: 'BODY', text: 'Hello' }],
}))

/** The provider downloads it after it has accepted a message. */
const FILE = 'http://127.0.0.1:1/a'
const BODY = { text: 'Hello' }
const interactive = (detail: object) => ({ type: 'interactive', text: 'Hello', detail: { body: BODY, ...detail } })
const card = (card_index: number) => ({
  card_index,
  header: { type: 'image', image: { link: FILE } },
  action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example' } },
})
const reply = { type: 'reply', reply: { id: 'y', title: 'Yes' } }
const template = (name: string) => ({ type: 'template', text: 'Hello', template: { name, language: 'en' } })
const CALLS = [
  { what: 'a reply', content: { type: 'text', text: 'Hello' }, isMarketing: false },
  { what: 'a utility template', content: template('order'), isMarketing: false },
  ...['request_contact_info', 'voice_call', 'catalog_message'].map((name) => ({
    what: `an interactive message ${name}`,
    content: interactive({ type: name, action: { name } }),
    isMarketing: false,
  })),
  {
    what: 'buttons below a GIF',
    content: interactive({
      type: 'button',
      header: { type: 'gif', gif: { link: FILE } },
      action: { buttons: [reply] },
    }),
    isMarketing: false,
  },
  {
    what: 'cards',
    content: interactive({ type: 'carousel', action: { cards: [card(0), card(1)] } }),
    isMarketing: false,
  },
  {
    what: 'a document',
    content: { type: 'media', text: '', media: [{ url: FILE, mimeType: 'application/pdf', filename: 'Invoice.pdf' }] },
    isMarketing: false,
  },
  { what: 'a marketing template', content: template('offer'), isMarketing: true },
]

/** Sends one message of each kind to the simulated provider under the rules of a day, as the adapter does. */
export async function checkEra(date: string, version: string): Promise<EraResult[]> {
  await using receiver = await startReceiver({})
  await using provider = await startProvider({
    appSecret: 'secret',
    verifyToken: 'token',
    ingressUrl: receiver.url,
    numbers: [NUMBER],
    templates: TEMPLATES,
    date,
  })
  await provider.sendAsCustomer({ from: CUSTOMER, text: 'Hi' })
  const results: EraResult[] = []
  for (const { what, content, isMarketing } of CALLS) {
    const body = composeMessage({ to: { contactNumber: CUSTOMER }, content, callbackData: 'c' })
    const sendTo = (edge: MessageEdge) => post(`${provider.url}/${version}/${NUMBER.phoneNumberId}/${edge}`, body)
    const outcome = isMarketing
      ? await sendMarketing({ organizationId: date, accountId: undefined }, sendTo, () => Date.parse(date))
      : await sendTo('messages')
    results.push({ date, what, ...problemOf(outcome) })
  }
  return results
}

function problemOf(outcome: SendOutcome): { readonly problem?: string } {
  if (outcome.kind === 'refused') return { problem: outcome.error.message }
  return outcome.kind === 'unknown' ? { problem: outcome.failure } : {}
}

async function post(url: string, body: object): Promise<SendOutcome> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer t' },
    body: JSON.stringify(body),
  })
  return readOutcome({ kind: 'response', status: response.status, body: await response.json() })
}
