import { expect, test } from 'vitest'
import { hashCode, isCode, newCode } from './phone-proof.ts'

test('a code has six digits, and its hash neither contains it nor is the same twice', () => {
  const code = newCode()
  expect(code).toMatch(/^\d{6}$/)
  const [first, second] = [hashCode(code), hashCode(code)]
  expect(first.hash).not.toBe(second.hash)
  expect(JSON.stringify(first)).not.toContain(code)
  expect(isCode(code, first)).toBe(true)
  expect(isCode(code, { ...first, salt: second.salt })).toBe(false)
  for (const other of ['', `${code}0`, code.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))])
    expect(isCode(other, first)).toBe(false)
})
