import { expect, test } from 'vitest'
import { assertAllowedUrl, guardedLookup, isGuardedAddress } from './address-guard.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2001::1',
  '2002:7f00:1::',
  'fd00:ec2::254',
  'fe80::1%eth0',
  'ff02::1',
  '100::1',
  '2001:db8::1',
])('%s is guarded', (address) => expect(isGuardedAddress(address)).toBe(true))

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '192.169.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
])('%s is public', (address) => expect(isGuardedAddress(address)).toBe(false))

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'https://169.254.169.254/latest/meta-data/',
  'http://localhost:9001/',
  'ftp://example.com/',
  'https://user:pass@example.com/',
  'not a url',
])('a webhook cannot be saved with %s', async (url) => {
  await expect(assertAllowedUrl(url)).rejects.toMatchObject({ code: 'validation_error' })
})

test('a name that does not resolve yet can be saved', async () => {
  await expect(assertAllowedUrl('https://hooks.example.invalid/in')).resolves.toBeUndefined()
})

test('a name that resolves to a guarded address is not dialled', async () => {
  const error = await new Promise((resolve) => guardedLookup('localhost', {}, (failure) => resolve(failure)))
  expect(error).toMatchObject({ code: 'EBLOCKED' })
})
