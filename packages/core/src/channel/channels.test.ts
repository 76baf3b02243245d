import { expect, test } from 'vitest'
import { capabilitiesOf, channelName } from './capabilities.ts'
import { channelAt, channelOf } from './channels.ts'
import { provider } from './provider/adapter.ts'

test.each([
  ['106540352242922', 'provider'],
  ['sandbox-0b7e9f1c-52a5-5d0e-8a5e-0123456789ab', 'provider'],
  ['sms:42:1', 'sms'],
])('the number %s is of the channel %s', (phoneNumberId, name) => {
  expect(channelName({ phoneNumberId })).toBe(name)
})

test('a number whose channel this version does not have is an error', () => {
  expect(channelOf({ phoneNumberId: '106540352242922' })).toBe(provider)
  expect(() => channelOf({ phoneNumberId: 'sms:42' })).toThrow('no channel has the name sms')
  expect(() => capabilitiesOf({ phoneNumberId: 'sms:42' })).toThrow('no channel has the name sms')
})

test.each(['/', '', '/provider', '/hook/1'])('webhooks to the path "%s" are of the provider', (path) => {
  expect(channelAt(path)).toBe(provider)
})
