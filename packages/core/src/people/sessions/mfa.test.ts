import { expect, test } from 'vitest'
import { hashCode, newCode } from './mfa.ts'

test('a code has 80 random bits in groups that can be copied by hand', () => {
  const codes = Array.from({ length: 200 }, newCode)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
})

test('the hash ignores case, spaces and hyphens, and does not contain the code', () => {
  const hash = hashCode('ABCD-EFGH-2345-MNOP')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  for (const same of ['abcd-efgh-2345-mnop', 'ABCDEFGH2345MNOP', ' abcd efgh 2345 mnop\n'])
    expect(hashCode(same)).toBe(hash)
  for (const other of ['', 'ABCD-EFGH-2345-MNO', 'ABCD-EFGH-2345-MNOQ']) expect(hashCode(other)).not.toBe(hash)
})
