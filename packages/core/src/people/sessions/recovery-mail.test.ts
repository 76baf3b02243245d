import { expect, test } from 'vitest'
import { recoveryMail } from './recovery-mail.ts'

test('the mail links to the page that sets two-factor authentication up again, if the address is known', () => {
  expect(recoveryMail('https://dashboard.example.com').text).toContain('at https://dashboard.example.com/security.')
  expect(recoveryMail(undefined).text).toContain('Set it up again under Settings → Security.')
})
