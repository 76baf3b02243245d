import { expect, test } from 'vitest'
import { waitingMail } from './mail-waiting.ts'

const customer = { conversationId: '1', name: 'Alex\r\nBcc: all@example.com', reason: 'A refund' }

test('a name cannot add headers, and the link leads to the conversation', () => {
  const { subject, text } = waitingMail(customer, false, 'https://dashboard.example.com')
  expect(subject).toBe('Alex Bcc: all@example.com waits for a person')
  expect(text).toContain('Reply: https://dashboard.example.com/conversations/1')
  expect(text).not.toContain('no more')
})

test('the last mail of an hour says so, and a customer may have no name', () => {
  expect(waitingMail({ ...customer, name: ' ' }, true, undefined)).toEqual({
    subject: 'A customer waits for a person',
    text: [
      'A customer waits for a person.',
      'Reason: A refund',
      'You got 20 of these mails within an hour, and get no more in this hour.',
    ].join('\n\n'),
  })
})
