import { expect, test } from 'vitest'
import { noticeMail } from './notice-mail.ts'

const webhook = { id: '1', name: 'Shop\r\nBcc: all@example.com', url: 'https://shop.example.com/hook' }

test('a name cannot add headers, and the link leads to the endpoint', () => {
  const { subject, text } = noticeMail('disabled', webhook, 'https://dashboard.example.com')
  expect(subject).toBe('Shop Bcc: all@example.com was disabled after 20 failed deliveries in a row')
  expect(text).toContain('Details: https://dashboard.example.com/webhooks/1')
  expect(noticeMail('enabled', webhook, undefined).text).toBe(
    [
      'Shop Bcc: all@example.com is enabled again.',
      'The endpoint was enabled by a member of your organisation. It receives events again.',
      'Endpoint: https://shop.example.com/hook',
    ].join('\n\n'),
  )
})
