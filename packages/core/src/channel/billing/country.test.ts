import { expect, test } from 'vitest'
import { countryOf } from './country.ts'

test.each([
  ['5511999990000', 'BR'],
  ['4915550000116', 'DE'],
  ['447700900100', 'GB'],
  ['12025550123', 'US'],
  ['12685550123', 'AG'],
  ['18095550123', 'DO'],
  ['79161234567', 'RU'],
  ['77011234567', 'KZ'],
  ['35312345678', 'IE'],
  ['US.13491208655302741918', 'US'],
  ['BR.abc', 'BR'],
  ['0', ''],
  ['', ''],
  ['someone', ''],
  [undefined, ''],
])('the country of %s is %s', (recipient, country) => {
  expect(countryOf(recipient)).toBe(country)
})
