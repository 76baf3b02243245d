import { expect, test } from 'vitest'
import { readDetails } from './read-details.ts'

const ID = { id: 'wamid.A', timestamp: '1795880000', from: '4915550000116' }

test.each([
  [{ type: 'text', text: { body: 'Hi' } }, undefined],
  [{ type: 'text', text: { body: 'Hi' }, context: { id: 'wamid.P', from: '447700900100' } }, undefined],
  [
    {
      type: 'text',
      text: { body: 'In blue?' },
      context: {
        from: '447700900100',
        id: 'wamid.P',
        referred_product: { catalog_id: 'c1', product_retailer_id: 'SKU-7' },
      },
    },
    { context: { referred_product: { catalog_id: 'c1', product_retailer_id: 'SKU-7' } } },
  ],
  [
    { type: 'text', text: { body: 'Hi' }, context: { forwarded: true, frequently_forwarded: null } },
    { context: { forwarded: true } },
  ],
  [
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'A', description: 'The first' } },
    },
    { interactive: { list_reply: { description: 'The first' } } },
  ],
  [{ type: 'interactive', interactive: { type: 'call_permission_reply', call_permission_reply: {} } }, undefined],
  [{ type: 'interactive', interactive: null }, undefined],
  [
    { type: 'document', document: { id: 'm', mime_type: 'application/pdf', filename: 'offer.pdf', sha256: 'x' } },
    undefined,
  ],
  [
    { type: 'audio', audio: { id: 'm', mime_type: 'audio/ogg', voice: true, url: 'https://example.com' } },
    { audio: { voice: true } },
  ],
  [{ type: 'poll', poll: { question: 'Tea?' } }, undefined],
  [{ type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051 }] }, { errors: [{ code: 131051 }] }],
])('%j says beyond other fields: %j', (message, details) => {
  expect(readDetails({ ...ID, ...message })).toEqual(details)
})
