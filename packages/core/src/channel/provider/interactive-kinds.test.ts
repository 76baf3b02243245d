import { MessageInput } from '@replywright/contract/messages.ts'
import { OutboundMessage } from '@replywright/simulators/provider/graph/message-schema.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { outboundContent } from '../../conversations/messages/send-message.ts'
import { composeMessage } from './compose-message.ts'
import { prepareContent } from './prepare-content.ts'

const NUMBER = {
  phoneNumberId: '1',
  id: 'n',
  organizationId: 'o',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
}
const body = { text: 'Look at this' }
const file = { link: 'https://shop.example/a.jpg' }
const link = { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://shop.example/a' } }
const quick = { buttons: [{ type: 'quick_reply', quick_reply: { id: 'a', title: 'A' } }] }
const two = { buttons: ['a', 'b'].map((id) => ({ type: 'quick_reply', quick_reply: { id, title: id } })) }
const card = (card_index: number, action: object, text = 'A card') => ({
  card_index,
  header: { type: 'image', image: file },
  body: { text },
  action,
})
const order = {
  reference_id: 'A-1042',
  type: 'physical-goods',
  currency: 'BRL',
  total_amount: { value: 1500, offset: 100 },
  order: { status: 'pending', items: [] },
  payment_settings: [],
}

const KINDS: Readonly<Record<string, object>> = {
  request_contact_info: { body, action: { name: 'request_contact_info' } },
  call_permission_request: { body, action: { name: 'call_permission_request' } },
  voice_call: { body, action: { name: 'voice_call', parameters: { display_text: 'Call us', ttl_minutes: 60 } } },
  catalog_message: { body, action: { name: 'catalog_message' }, footer: { text: 'Prices with tax' } },
  address_message: { body, action: { name: 'address_message', parameters: { country: 'IN', values: { name: 'A' } } } },
  carousel: { body, action: { cards: [card(0, link), card(1, link)] } },
  order_details: { body, action: { name: 'review_and_pay', parameters: order } },
  button: {
    header: { type: 'gif', gif: { link: 'https://shop.example/a.mp4' } },
    body,
    action: { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }] },
  },
}

/** The body that is sent to the provider for a message of the API. */
async function sent(input: object): Promise<unknown> {
  const content = outboundContent(v.parse(MessageInput, input), '')
  const prepared = await prepareContent(NUMBER, content, 0)
  return composeMessage({ to: { contactNumber: '447700900200' }, content: prepared, callbackData: 'c' })
}

test.each(Object.entries(KINDS))('%s is sent as it was given, and the provider accepts it', async (type, content) => {
  const interactive = { type, ...content }
  const message = await sent({ type: 'interactive', interactive })
  expect(message).toMatchObject({ type: 'interactive', interactive })
  expect(v.is(OutboundMessage, message)).toBe(true)
})

test('the cards of a carousel have quick replies or links, and their positions', () => {
  const isAccepted = (...cards: object[]) =>
    v.is(MessageInput, { type: 'interactive', interactive: { type: 'carousel', body, action: { cards } } })
  expect([
    isAccepted(card(0, quick), card(1, quick)),
    isAccepted(card(0, quick)),
    isAccepted(card(0, quick), card(1, link)),
    isAccepted(card(1, link), card(0, link)),
    isAccepted(...Array.from({ length: 11 }, (_, index) => card(index, link))),
    isAccepted(card(0, quick), card(1, two)),
    isAccepted(card(0, quick), card(1, quick, 'a\nb\nc')),
    isAccepted(card(0, quick), card(1, quick, 'a\nb\nc\nd')),
  ]).toEqual([true, false, false, false, false, false, true, false])
})

const choice = { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }] }
const withHeader = (type: string, value: object) => ({
  type: 'interactive',
  interactive: { type: 'button', header: { type, [type]: value }, body, action: choice },
})

test.each(['image', 'video', 'gif', 'document'])('the file of a header of the type %s has a link or an id', (type) => {
  const isAccepted = (value: object) => v.is(MessageInput, withHeader(type, value))
  expect([
    isAccepted(file),
    isAccepted({ id: '1' }),
    isAccepted({}),
    isAccepted({ ...file, id: '1' }),
    isAccepted({ link: 'a.mp4' }),
    isAccepted({ link: 'file:///a.mp4' }),
  ]).toEqual([true, true, false, false, false, false])
})

test('only the document of a header has a name, because the provider refuses it in other files', async () => {
  const filename = 'Prices.pdf'
  for (const [type, expected] of [
    ['document', { ...file, filename }],
    ['gif', file],
  ] as const) {
    const message = await sent(withHeader(type, { ...file, filename }))
    expect(message).toMatchObject({ interactive: { header: { type } } })
    expect(Object(message).interactive.header[type]).toEqual(expected)
    expect(v.is(OutboundMessage, message)).toBe(true)
  }
})

test('audio can be a voice message, and a document has a name', async () => {
  const media = { url: 'https://shop.example/files/1234', mimeType: 'audio/ogg', voice: true }
  expect(await sent({ type: 'media', media })).toMatchObject({ audio: { link: media.url, voice: true } })
  const document = { ...media, mimeType: 'application/pdf', filename: 'Invoice 7.pdf' }
  expect(await sent({ type: 'media', media: document })).toMatchObject({
    document: { link: media.url, filename: 'Invoice 7.pdf' },
  })
})
